package io.racedet.witness;

/** The steps of a search, in the order in which they are tried. */
public enum SearchStep {
  /** A reordering that leaves out events and keeps the order of the others. */
  SYNC_PRESERVING,
  /** A reordering that also moves sections that do not end behind all others of their locks. */
  OPTIMISTIC_REVERSAL,
  /** A reordering that is found by trying both orders where both are possible. */
  BACKTRACKING,
  /** A proof that there is no reordering. */
  REFUTATION
}
