/**
 * Known races of released libraries: the racy version must be caught, the fixed one left alone. The
 * jars, and the drivers of {@code src/drivers}, lie in {@code target/real-races}.
 */
package io.racedet.samples.real;
