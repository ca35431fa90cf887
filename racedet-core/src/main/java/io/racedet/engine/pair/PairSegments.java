package io.racedet.engine.pair;

import io.racedet.clock.Clock;
import io.racedet.engine.history.FloorMap;
import io.racedet.engine.history.VariableSet;
import java.util.BitSet;

/**
 * The variables whose accesses are in segments. All others have a state of their own.
 *
 * <p>A segment is split where a walk begins or ends within it, and a variable of which there is a
 * single access leaves it. After a walk neighbours whose accesses continue each other are joined.
 * Not thread-safe.
 */
final class PairSegments {
  /** The least number of variables for which a segment pays. */
  static final int SHORTEST = 8;

  private static final long ALL_BITS = -1;
  private static final int MANY_PIECES = 16;
  private static final int FUTILE_LIMIT = 63;

  private final PairStates states;
  private final PairRest rest;
  private final PairJoining joining;
  private final VariableSet covered = new VariableSet(); // by variable: whether it is in a segment
  private final FloorMap<PairSegment> byFirst = new FloorMap<>();
  private final long[] piece = new long[PairStates.VIEW];
  private final long[] next = new long[PairStates.VIEW];
  private PairSegment latest; // that was looked up
  private int futile; // walks over many pieces after which no joining is to be tried
  private int skipped; // those since the last one where it was
  private boolean hasJoined;

  PairSegments(PairStates states, PairRest rest, PairRows rows) {
    this.states = states;
    this.rest = rest;
    joining = new PairJoining(rows);
  }

  /** How many segments there are. */
  int size() {
    return byFirst.size();
  }

  /** Whether a variable is in a segment. */
  boolean contains(int variable) {
    return covered.contains(variable);
  }

  /** Whether a variable, which is in no segment, has had no access. */
  boolean isBlank(int variable) {
    return states.isBlank(variable);
  }

  /** Marks the contexts of all accesses. */
  void markContexts(BitSet live) {
    byFirst.forEach(each -> states.markContexts(each, live));
  }

  /**
   * How many variables, of those that a walk meets from one on, are in the same segment as it, or
   * in no segment and without access as it, or in no segment and with accesses as it.
   */
  int run(int variable, int step, int most) {
    if (covered.contains(variable)) {
      PairSegment in = at(variable);
      return Math.min(most, 1 + (step > 0 ? in.last - variable : variable - in.first));
    }
    boolean isBlank = states.isBlank(variable);
    int run = 1;
    while (run < most && isSingle(variable + run * step, isBlank)) {
      run++;
    }
    return run;
  }

  private boolean isSingle(int variable, boolean isBlank) {
    return !covered.contains(variable) && states.isBlank(variable) == isBlank;
  }

  /** Makes a segment of variables that have had no access and are in no segment. */
  void add(int first, int last) {
    put(new PairSegment(first, last));
    covered.add(first, last);
  }

  /** Makes variables that are in one segment a segment of their own, and returns it. */
  PairSegment cut(int first, int last) {
    PairSegment in = at(first);
    if (in.last > last) {
      PairSegment rest = split(in, last + 1);
      if (rest.length() < SHORTEST) {
        dissolve(rest);
      }
    }
    if (in.first == first) {
      return in;
    }
    PairSegment cut = split(in, first);
    if (in.length() < SHORTEST) {
      dissolve(in);
    }
    return cut;
  }

  /** Takes a variable out of its segment, if it is in one. */
  void extract(int variable) {
    if (covered.contains(variable)) {
      dissolve(cut(variable, variable));
    }
  }

  /** Gives each variable of a segment a state of its own. */
  void dissolve(PairSegment segment) {
    for (int variable = segment.last; variable >= segment.first; variable--) {
      states.put(variable, segment);
    }
    rest.release(segment.rest);
    remove(segment);
    covered.remove(segment.first, segment.last);
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

  private int beginOfNeighbour(int first) {
    int at = first;
    while (at > 0 && first - at < SHORTEST) {
      if (covered.contains(at - 1)) {
        return at(at - 1).first;
      }
      at--;
    }
    return at;
  }

  private int endOfNeighbour(int last) {
    int most = Math.min(last, Integer.MAX_VALUE - SHORTEST) + SHORTEST;
    for (int at = last + 1; at > 0 && at <= most; at++) {
      if (covered.contains(at)) {
        return at(at).last;
      }
    }
    return most;
  }

  /** Joins a piece with those after it, and returns the position after them. */
  private int joinFrom(int first, int end) {
    int last = lastOf(first);
    if (!view(first, piece)) {
      return last + 1;
    }
    long directions = covered.contains(first) ? joining.directions(piece) : PairJoining.ANY;
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
            && (!covered.contains(other) || further == joining.directions(next));
    return isSame ? further : PairJoining.DIFFERENT;
  }

  /** Views a piece; returns whether it can be joined, which single atomic accesses prevent. */
  private boolean view(int variable, long[] view) {
    if (covered.contains(variable)) {
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
    return covered.contains(variable) ? at(variable).clock : states.clock(variable);
  }

  /** Puts a segment in place of the pieces that are joined. */
  private void replace(int first, int last, long directions) {
    PairSegment joined;
    int at = lastOf(first) + 1;
    if (covered.contains(first)) {
      joined = at(first);
    } else {
      joined = new PairSegment(first, last);
      states.move(first, joined);
      covered.add(first, first);
    }
    while (at <= last) {
      int after = lastOf(at) + 1;
      if (covered.contains(at)) {
        rest.release(at(at).rest);
        remove(at(at));
      } else {
        states.clear(at);
        covered.add(at, at);
      }
      at = after;
    }
    joining.set(joined, rest.words(), directions);
    joined.last = last;
    put(joined);
  }

  private int lastOf(int variable) {
    return covered.contains(variable) ? at(variable).last : variable;
  }

  /** Splits a segment before one of its variables, and returns the part from there on. */
  private PairSegment split(PairSegment segment, int variable) {
    int distance = variable - segment.first;
    PairSegment after = new PairSegment(variable, segment.last);
    segment.copyTo(after.words, 0, distance, ALL_BITS);
    after.rest = rest.copy(segment.rest, distance, ALL_BITS);
    after.clock = segment.clock;
    segment.last = variable - 1;
    put(after);
    return after;
  }

  private PairSegment at(int variable) {
    PairSegment known = latest;
    if (known != null && known.first <= variable && variable <= known.last) {
      return known;
    }
    latest = byFirst.floor(variable);
    return latest;
  }

  private void put(PairSegment segment) {
    byFirst.put(segment.first, segment);
  }

  private void remove(PairSegment segment) {
    byFirst.remove(segment.first);
    if (latest == segment) {
      latest = null;
    }
  }
}
