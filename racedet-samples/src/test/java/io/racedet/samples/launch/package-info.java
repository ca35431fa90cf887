/** Runs tests that are meant to fail, and looks at how they did. */
package io.racedet.samples.launch;
