/**
 * The services through which the annotations and {@code RaceCheck} use the implementation, so that
 * the exported package depends on no other internal package.
 */
package io.racedet.junit.spi;
