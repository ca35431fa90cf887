/** The facade: takes events or trace files, runs engines, and returns the races. */
package io.racedet;
