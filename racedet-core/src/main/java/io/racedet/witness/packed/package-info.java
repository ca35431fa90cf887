/** Long columns of numbers in little memory. */
package io.racedet.witness.packed;
