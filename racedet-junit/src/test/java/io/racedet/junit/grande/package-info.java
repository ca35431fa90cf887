/**
 * Whole programs, those of the Java Grande benchmarks: what they cost plain, woven, and checked,
 * what by RoadRunner, and what takes the time of a check.
 */
package io.racedet.junit.grande;
