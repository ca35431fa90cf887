package io.racedet.engine.pair;

import io.racedet.clock.Clock;
import io.racedet.engine.segment.SegmentMap;
import java.util.BitSet;

/**
 * The variables whose accesses are in segments. All others have a state of their own.
 *
 * <p>After a walk neighbours whose accesses continue each other are joined. Not thread-safe.
 */
final class PairSegments extends SegmentMap<PairSegment> {
  private static final long ALL_BITS = -1;
  private static final int MANY_PIECES = 16;
  private static final int FUTILE_LIMIT = 63;

  private final PairStates states;
  private final PairRest rest;
  private final PairJoining joining;
  private final long[] piece = new long[PairStates.VIEW];
  private final long[] next = new long[PairStates.VIEW];
  private int futile; // walks over many pieces after which no joining is to be tried
  private int skipped; // those since the last one where it was
  private boolean hasJoined;

  PairSegments(PairStates states, PairRest rest, PairRows rows) {
    this.states = states;
    this.rest = rest;
    joining = new PairJoining(rows);
  }

  /** Whether a variable, which is in no segment, has had no access. */
  boolean isBlank(int variable) {
    return states.isBlank(variable);
  }

  /** Marks the contexts of all accesses. */
  void markContexts(BitSet live) {
    forEach(each -> states.markContexts(each, live));
  }

  /**
   * How many variables, of those that a walk meets from one on, are in the same segment as it, or
   * in no segment and without access as it, or in no segment and with accesses as it.
   */
  int run(int variable, int step, int most) {
    if (contains(variable)) {
      return runInSegment(variable, step, most);
    }
    boolean isBlank = states.isBlank(variable);
    int run = 1;
    while (run < most && isSingle(variable + run * step, isBlank)) {
      run++;
    }
    return run;
  }

  private boolean isSingle(int variable, boolean isBlank) {
    return !contains(variable) && states.isBlank(variable) == isBlank;
  }

  /** Makes a segment of variables that have had no access and are in no segment. */
  void add(int first, int last) {
    put(new PairSegment(first, last));
    cover(first, last);
  }

  @Override
  protected void scatter(PairSegment segment) {
    for (int variable = segment.last; variable >= segment.first; variable--) {
      states.put(variable, segment);
    }
    rest.release(segment.rest);
  }

  /**
   * Joins what a walk has changed, where it continues each other or its neighbours. Where many
   * pieces could not be joined after earlier walks, that is tried less often.
   *
   * @param pieces how many segments and single variables the walk has met
   */
  void join(int first, int last, int pieces) {
    if (pieces > MANY_PIECES && skipped < futile) {
      skipped++;
      return;
    }
    int end = endOfNeighbour(last);
    int at = beginOfNeighbour(first);
    hasJoined = false;
    while (at < end) {
      at = joinFrom(at, end);
    }
    if (pieces > MANY_PIECES) {
      skipped = 0;
      futile = hasJoined ? 0 : Math.min(2 * futile + 1, FUTILE_LIMIT);
    }
  }

  /** Joins a piece with those after it, and returns the position after them. */
  private int joinFrom(int first, int end) {
    int last = lastOf(first);
    if (!view(first, piece)) {
      return last + 1;
    }
    long directions = contains(first) ? joining.directions(piece) : PairJoining.ANY;
    int pieces = 1;
    while (last < end) {
      long further = directionsTo(first, last + 1, directions);
      if (further == PairJoining.DIFFERENT) {
        break;
      }
      directions = further;
      last = lastOf(last + 1);
      pieces++;
    }
    if (pieces > 1 && last - first + 1 >= SHORTEST) {
      replace(first, last, directions);
      hasJoined = true;
    }
    return last + 1;
  }

  /** The directions of the walks that lead from one piece, which is viewed, to another one. */
  private long directionsTo(int first, int other, long directions) {
    if (clock(first) != clock(other) || !view(other, next)) {
      return PairJoining.DIFFERENT;
    }
    long further = joining.directions(piece, next, other - first);
    boolean isSame =
        (directions == PairJoining.ANY || further == directions)
            && (!contains(other) || further == joining.directions(next));
    return isSame ? further : PairJoining.DIFFERENT;
  }

  /** Views a piece; returns whether it can be joined, which single atomic accesses prevent. */
  private boolean view(int variable, long[] view) {
    if (contains(variable)) {
      states.view(at(variable), view);
      return true;
    }
    if (states.isBlank(variable)) {
      return false;
    }
    states.view(variable, view);
    return joining.directions(view) == 0;
  }

  private Clock clock(int variable) {
    return contains(variable) ? at(variable).clock : states.clock(variable);
  }

  /** Puts a segment in place of the pieces that are joined. */
  private void replace(int first, int last, long directions) {
    PairSegment joined;
    int at = lastOf(first) + 1;
    if (contains(first)) {
      joined = at(first);
    } else {
      joined = new PairSegment(first, last);
      states.move(first, joined);
      cover(first, first);
    }
    while (at <= last) {
      int after = lastOf(at) + 1;
      if (contains(at)) {
        rest.release(at(at).rest);
        remove(at(at));
      } else {
        states.clear(at);
        cover(at, at);
      }
      at = after;
    }
    joining.set(joined, rest.words(), directions);
    joined.last = last;
    put(joined);
  }

  @Override
  protected PairSegment split(PairSegment segment, int variable) {
    int distance = variable - segment.first;
    PairSegment after = new PairSegment(variable, segment.last);
    segment.copyTo(after.words, 0, distance, ALL_BITS);
    after.rest = rest.copy(segment.rest, distance, ALL_BITS);
    after.clock = segment.clock;
    segment.last = variable - 1;
    return after;
  }
}
