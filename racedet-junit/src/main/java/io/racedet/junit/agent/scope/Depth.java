package io.racedet.junit.agent.scope;

/** How deeply a class is woven. */
public enum Depth {
  /** Not woven. */
  NONE,
  /** For synchronisation, which may order accesses of other classes. */
  SYNC,
  /** For data accesses, calls and allocations too. */
  DATA
}
