/**
 * The contract of engines: their input, their output and their claims. The engines are in {@code
 * catalogue}, and their parts in the other subpackages.
 */
package io.racedet.engine;
