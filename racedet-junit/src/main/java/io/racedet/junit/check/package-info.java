/**
 * Runs a body repeatedly, records and judges it. Internal. Knows no JUnit: tests of any framework
 * are checked here.
 */
package io.racedet.junit.check;
