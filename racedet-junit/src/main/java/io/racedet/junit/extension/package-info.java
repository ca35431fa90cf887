/**
 * The JUnit extension: finds the settings of a test and repeats it through the launcher. Internal.
 */
package io.racedet.junit.extension;
