package io.racedet.junit.agent.scope;

/** How deeply a class is woven. */
public enum Depth {
  /** Not woven. */
  NONE,
  /** For the locks under which it calls code of the program: it is called pure. */
  LENT,
  /** For synchronisation, which may order accesses of other classes. */
  SYNC,
  /** For synchronisation, and for data accesses as those of its callers: a collection. */
  CONTENTS,
  /** For data accesses, calls and allocations too. */
  DATA
}
