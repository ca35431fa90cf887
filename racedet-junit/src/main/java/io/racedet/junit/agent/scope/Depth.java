package io.racedet.junit.agent.scope;

/** How much of a class is recorded. */
public enum Depth {
  /** Nothing. */
  NONE,
  /** Its synchronisation, which may order accesses elsewhere. */
  SYNC,
  /** Its data accesses, calls and allocations too. */
  DATA
}
