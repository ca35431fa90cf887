/** Runs tests that are expected to fail, and returns their outcomes. */
package io.racedet.samples.launch;
