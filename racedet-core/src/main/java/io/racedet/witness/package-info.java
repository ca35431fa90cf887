/**
 * Proofs about candidate races: reorderings of a trace that make two accesses adjacent, the checker
 * that accepts them, and refutations.
 */
package io.racedet.witness;
