/**
 * What test authors use: the annotations, {@code RaceCheck} for blocks of code, and their errors.
 */
package io.racedet.junit;
