/**
 * Runs a body repeatedly, records it and decides its outcome. Internal. Knows no JUnit: tests of
 * any framework are checked here.
 */
package io.racedet.junit.check;
