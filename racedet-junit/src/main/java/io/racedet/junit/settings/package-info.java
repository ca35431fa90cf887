/**
 * The settings of a check: resolves annotations, configuration parameters and defaults to options;
 * the schedules of its repetitions, and what these try to confirm.
 */
package io.racedet.junit.settings;
