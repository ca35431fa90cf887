/** Runs all samples and real races, prints their reports, and evaluates what was found. */
package io.racedet.samples.demo;
