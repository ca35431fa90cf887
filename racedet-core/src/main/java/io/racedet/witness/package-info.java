/**
 * Proofs about candidate races: reorderings of a trace that make two accesses adjacent, the checker
 * for these, and refutations.
 */
package io.racedet.witness;
