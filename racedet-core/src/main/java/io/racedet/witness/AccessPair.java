package io.racedet.witness;

/**
 * Two accesses that a reordering should make next events at the same time.
 *
 * @param first position of the earlier one
 * @param second position of the later one
 */
record AccessPair(int first, int second) {}
