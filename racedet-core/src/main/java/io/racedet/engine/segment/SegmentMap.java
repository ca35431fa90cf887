package io.racedet.engine.segment;

import io.racedet.engine.history.FloorMap;
import io.racedet.engine.history.VariableSet;
import java.util.function.Consumer;

/**
 * Where the segments of variables are, and how they are cut; what is kept of a segment is left to
 * subclasses. Not thread-safe.
 *
 * <p>A segment is split where a walk begins or ends within it, and a variable of which there is a
 * single access leaves it.
 */
public abstract class SegmentMap<S extends VariableRun> {
  /** The least number of variables for which a segment pays. */
  public static final int SHORTEST = 8;

  private final VariableSet covered = new VariableSet(); // by variable: whether it is in a segment
  private final FloorMap<S> byFirst = new FloorMap<>();
  private S latest; // that was looked up

  /** Creates a map without segments. */
  protected SegmentMap() {}

  /** How many segments there are. */
  public final int size() {
    return byFirst.size();
  }

  /** Whether a variable is in a segment. */
  public final boolean contains(int variable) {
    return covered.contains(variable);
  }

  /** Passes all segments. */
  protected final void forEach(Consumer<S> to) {
    byFirst.forEach(to);
  }

  /** How many variables, of those that a walk meets from one on, are in the same segment as it. */
  protected final int runInSegment(int variable, int step, int most) {
    S in = at(variable);
    return Math.min(most, 1 + (step > 0 ? in.last - variable : variable - in.first));
  }

  /** How many variables, of those that a walk meets from one on, are in no segment, as it. */
  protected final int runOutside(int variable, int step, int most) {
    return step < 0
        ? variable - covered.previous(variable, variable - most + 1)
        : covered.next(variable, variable + most - 1) - variable;
  }

  /** Makes variables that are in one segment a segment of their own, and returns it. */
  public final S cut(int first, int last) {
    S in = at(first);
    if (in.last > last) {
      S rest = splitBefore(last + 1, in);
      if (rest.length() < SHORTEST) {
        dissolve(rest);
      }
    }
    if (in.first == first) {
      return in;
    }
    S cut = splitBefore(first, in);
    if (in.length() < SHORTEST) {
      dissolve(in);
    }
    return cut;
  }

  private S splitBefore(int variable, S segment) {
    S rest = split(segment, variable);
    put(rest);
    return rest;
  }

  /** Splits a segment before one of its variables, and returns the part from there on. */
  protected abstract S split(S segment, int variable);

  /** Takes a variable out of its segment, if it is in one. */
  public final void extract(int variable) {
    if (covered.contains(variable)) {
      dissolve(cut(variable, variable));
    }
  }

  /** Gives each variable of a segment a state of its own. */
  public final void dissolve(S segment) {
    scatter(segment);
    remove(segment);
    covered.remove(segment.first, segment.last);
  }

  /** Gives each variable of a segment, which is dissolved, its state. */
  protected abstract void scatter(S segment);

  /** The first variable of the segment before a variable, or, if none is near, one before it. */
  protected final int beginOfNeighbour(int first) {
    int at = first;
    while (at > 0 && first - at < SHORTEST) {
      if (covered.contains(at - 1)) {
        return at(at - 1).first;
      }
      at--;
    }
    return at;
  }

  /** The last variable of the segment after a variable, or, if none is near, one after it. */
  protected final int endOfNeighbour(int last) {
    int most = Math.min(last, Integer.MAX_VALUE - SHORTEST) + SHORTEST;
    for (int at = last + 1; at > 0 && at <= most; at++) {
      if (covered.contains(at)) {
        return at(at).last;
      }
    }
    return most;
  }

  /** The segment that a variable is in. */
  protected final S at(int variable) {
    S known = latest;
    if (known != null && known.first <= variable && variable <= known.last) {
      return known;
    }
    latest = byFirst.floor(variable);
    return latest;
  }

  /** The last variable of the segment of a variable, or the variable if it is in none. */
  protected final int lastOf(int variable) {
    return covered.contains(variable) ? at(variable).last : variable;
  }

  /** Notes that variables are in segments. */
  protected final void cover(int first, int last) {
    covered.add(first, last);
  }

  /** Adds a segment, whose variables are covered apart from this. */
  protected final void put(S segment) {
    byFirst.put(segment.first, segment);
  }

  /** Removes a segment, whose variables stay covered. */
  protected final void remove(S segment) {
    byFirst.remove(segment.first);
    if (latest == segment) {
      latest = null;
    }
  }
}
