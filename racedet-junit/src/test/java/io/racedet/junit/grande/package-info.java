/**
 * Whole programs, those of the Java Grande benchmarks: what they cost plain, woven, and checked.
 */
package io.racedet.junit.grande;
