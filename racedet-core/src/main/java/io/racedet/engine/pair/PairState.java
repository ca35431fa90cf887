package io.racedet.engine.pair;

import io.racedet.clock.Clock;

/** The state of one variable or segment, which is selected. Not thread-safe. */
final class PairState {
  private static final long ALL_BITS = -1;

  private final PairStates states;
  private final PairRest rest;
  private final PairRows rows;
  private int variable;
  private PairSegment segment; // null if a variable is selected
  private long[] words = {};
  private int base; // where its words are
  private int restOf; // where its rest is
  private long siteBits = ALL_BITS; // those of detail words that tell sites apart

  PairState(PairStates states, PairRest rest, PairRows rows) {
    this.states = states;
    this.rest = rest;
    this.rows = rows;
  }

  /** Selects a variable that is in no segment. */
  void select(int ofVariable) {
    variable = ofVariable;
    segment = null;
    base = states.base(ofVariable);
    words = states.words();
    restOf = states.rest(ofVariable);
    siteBits = ALL_BITS;
  }

  /** Selects a segment. */
  void select(PairSegment of) {
    segment = of;
    words = of.words;
    base = 0;
    restOf = of.rest;
    siteBits = ~PairSegment.DOWN;
  }

  /** The selected variable. */
  int variable() {
    return variable;
  }

  /** How many variables are selected. */
  int count() {
    return segment == null ? 1 : segment.length();
  }

  /** The clock of the last write. */
  Clock clock() {
    return segment == null ? states.clock(variable) : segment.clock;
  }

  /** The newest access of a kind. */
  long epoch(int kind) {
    return words[base + kind];
  }

  long detail(int kind) {
    return words[base + kind + PairStates.DETAIL];
  }

  /** Removes the newest access of a kind. */
  void drop(int kind) {
    words[base + kind] = 0;
  }

  /** Sets the newest access of a kind. */
  void set(int kind, long epoch, long detail) {
    words[base + kind] = epoch;
    words[base + kind + PairStates.DETAIL] = detail;
  }

  /** Whether two detail words tell the same site. */
  boolean isSameSite(long detail, long other) {
    return ((detail ^ other) & siteBits) == 0;
  }

  /** A row of the rest. */
  long row(int at) {
    return rest.words()[restOf + at];
  }

  /** Sets a row of the rest. */
  void setRow(int at, long row) {
    if (restOf == PairRest.NOTHING) {
      if (row == 0) {
        return;
      }
      newRest();
    }
    rest.words()[restOf + at] = row;
  }

  private void newRest() {
    restOf = rest.acquire();
    if (segment == null) {
      states.setRest(variable, restOf);
    } else {
      segment.rest = restOf;
    }
  }

  /** Adds a superseded access of a kind, in the order of time, to a limited number of them. */
  void addEdge(int kind, long epoch, long detail, int limit) {
    long edges = row(kind + PairRest.EDGES);
    setEdges(kind, rows.insertDistinct(edges, epoch, detail, limit, siteBits));
  }

  /** Drops superseded accesses beyond a limit, and returns the row of those that are left. */
  long limitEdges(int kind, int limit) {
    long edges = row(kind + PairRest.EDGES);
    if (edges == 0) {
      return 0;
    }
    long fewer = rows.compact(edges, limit, siteBits);
    setEdges(kind, fewer);
    return fewer;
  }

  private void setEdges(int kind, long edges) {
    setRow(kind + PairRest.EDGES, edges);
    if (rows.lost()) {
      rest.setIncomplete(restOf + kind);
    }
  }

  /** Whether superseded accesses of a kind have been dropped. */
  boolean isIncomplete(int kind) {
    return rest.isIncomplete(restOf + kind);
  }
}
