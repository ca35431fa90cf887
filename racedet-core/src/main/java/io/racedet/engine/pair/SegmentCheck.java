package io.racedet.engine.pair;

import io.racedet.clock.Clock;
import io.racedet.engine.history.Epoch;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.race.AccessContext;

/**
 * Whether an access to each variable of a segment is the same step for all of them, in which no
 * race is reported. Not thread-safe.
 */
final class SegmentCheck {
  private enum Relation {
    ORDERED,
    UNORDERED,
    MIXED
  }

  private final PairRest rest;
  private final PairRows rows;
  private final LockContexts contexts;

  // The current access.
  private int thread;
  private Clock known;
  private int context;
  private int distance; // of the last variable from the first one

  SegmentCheck(PairRest rest, PairRows rows, LockContexts contexts) {
    this.rest = rest;
    this.rows = rows;
    this.contexts = contexts;
  }

  /** Checks an access. */
  boolean isOneStep(boolean isWrite, PairSegment segment, int byThread, Clock clock, long detail) {
    thread = byThread;
    known = clock;
    context = AccessContext.context(detail);
    distance = segment.length() - 1;
    if (isWrite) {
      return isUniform(segment, PairStates.WRITES, true)
          && isUniform(segment, PairStates.READS, true);
    }
    return newest(segment, PairStates.WRITES) == Relation.ORDERED
        && isUniform(segment, PairStates.WRITES, true)
        && isUniform(segment, PairStates.READS, false);
  }

  private Relation newest(PairSegment segment, int kind) {
    return relation(segment.words[kind], segment.words[kind + PairStates.DETAIL]);
  }

  /**
   * Whether the accesses of a kind are each ordered, or each unordered, for all variables alike.
   *
   * @param races whether unordered ones are races unless a common lock protects them
   */
  private boolean isUniform(PairSegment segment, int kind, boolean races) {
    long[] s = segment.words;
    if (s[kind] >= 0 && newest(segment, kind) == Relation.ORDERED) {
      return true;
    }
    int at = segment.rest + kind;
    return isUniform(s[kind], s[kind + PairStates.DETAIL], races)
        && areUniform(rest.words()[at + PairRest.OTHERS], races)
        && areUniform(rest.words()[at + PairRest.EDGES], races);
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
