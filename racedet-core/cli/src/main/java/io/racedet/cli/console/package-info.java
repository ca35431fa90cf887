/**
 * Shared by all commands: options, standard streams, progress, and files that are written
 * atomically.
 */
package io.racedet.cli.console;
