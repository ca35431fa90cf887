/**
 * What all commands share: options, standard streams, progress, files that appear when complete.
 */
package io.racedet.cli.console;
