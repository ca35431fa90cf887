/** Tests that hang, or are slow, in the ways that racedet tells apart. */
package io.racedet.samples.hang;
