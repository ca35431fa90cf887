/**
 * Whole programs, those of the Java Grande benchmarks: what they cost plain, woven, and checked,
 * and what by RoadRunner.
 */
package io.racedet.junit.grande;
