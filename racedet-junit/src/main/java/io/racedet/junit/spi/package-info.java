/**
 * What the annotations and {@code RaceCheck} need of the rest, as services: so the package that
 * users name depends on no other one of ours but this.
 */
package io.racedet.junit.spi;
