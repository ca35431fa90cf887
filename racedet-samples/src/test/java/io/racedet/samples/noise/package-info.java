/**
 * What code does beside its work, added to programs and libraries while their classes are loaded.
 */
package io.racedet.samples.noise;
