package io.racedet.engine.history;

import io.racedet.clock.Clock;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.race.AccessContext;

/**
 * Whether an access of each variable of a segment is the same step for all of them, in which no
 * race is reported. Not thread-safe.
 */
final class SegmentCheck {
  private enum Relation {
    ORDERED,
    UNORDERED,
    MIXED
  }

  private final PairStates states;
  private final PairRows rows;
  private final LockContexts contexts;

  // The current access.
  private int thread;
  private Clock known;
  private int context;
  private int distance; // of the last variable from the first one

  SegmentCheck(PairStates states, PairRows rows, LockContexts contexts) {
    this.states = states;
    this.rows = rows;
    this.contexts = contexts;
  }

  /**
   * Checks an access.
   *
   * @param clock that of its thread
   * @param detail its detail word
   */
  boolean isOneStep(boolean isWrite, PairSegment segment, int byThread, Clock clock, long detail) {
    thread = byThread;
    known = clock;
    context = AccessContext.context(detail);
    distance = segment.length() - 1;
    int writes = segment.record + PairStates.WRITES;
    int reads = segment.record + PairStates.READS;
    if (isWrite) {
      return isUniform(writes, true) && isUniform(reads, true);
    }
    return newest(writes) == Relation.ORDERED && isUniform(writes, true) && isUniform(reads, false);
  }

  private Relation newest(int at) {
    long[] s = states.records();
    return relation(s[at], s[at + PairStates.DETAIL]);
  }

  /**
   * Whether the accesses of a kind are each ordered, or each unordered, for all variables alike.
   *
   * @param races whether unordered ones are races unless a common lock protects them
   */
  private boolean isUniform(int at, boolean races) {
    long[] s = states.records();
    if (s[at] >= 0 && newest(at) == Relation.ORDERED) {
      return true;
    }
    return isUniform(s[at], s[at + PairStates.DETAIL], races)
        && areUniform(s[at + PairStates.OTHERS], races)
        && areUniform(s[at + PairStates.EDGES], races);
  }

  private boolean areUniform(long row, boolean races) {
    int i = PairRows.size(row) - 1;
    while (i >= 0 && isUniform(rows.epoch(row, i), rows.detail(row, i), races)) {
      i--;
    }
    return i < 0;
  }

  private boolean isUniform(long epoch, long detail, boolean races) {
    return switch (relation(epoch, detail)) {
      case ORDERED -> true;
      case UNORDERED -> !races || contexts.protect(AccessContext.context(detail), context);
      case MIXED -> false;
    };
  }

  private Relation relation(long epoch, long detail) {
    int other = Epoch.thread(epoch) & EventBlock.MAX_THREAD;
    if (epoch == 0 || other == thread) {
      return Relation.ORDERED;
    }
    long one = Epoch.index(epoch);
    long last = Epoch.index(PairSegment.shifted(epoch, detail, distance));
    long until = known.known(other);
    if (until >= Math.max(one, last)) {
      return Relation.ORDERED;
    }
    return until < Math.min(one, last) ? Relation.UNORDERED : Relation.MIXED;
  }
}
