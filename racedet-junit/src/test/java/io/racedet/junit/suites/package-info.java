/**
 * Whole suites of released libraries, and the test of the README: what they cost when every test is
 * checked.
 */
package io.racedet.junit.suites;
