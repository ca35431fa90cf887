/**
 * The settings of a check: resolves annotations, configuration parameters and defaults to options.
 */
package io.racedet.junit.settings;
