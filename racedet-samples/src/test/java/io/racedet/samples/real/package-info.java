/**
 * Known races of released libraries: the race must be reported for the racy version, and none for
 * the fixed one. The jars, and the drivers of {@code src/drivers}, are in {@code
 * target/real-races}.
 */
package io.racedet.samples.real;
