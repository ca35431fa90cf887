/**
 * The implementation of the JUnit extension: reads the settings of a test and repeats it with the
 * launcher.
 */
package io.racedet.junit.extension;
