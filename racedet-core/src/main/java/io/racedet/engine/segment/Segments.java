package io.racedet.engine.segment;

import io.racedet.engine.history.AccessTable;
import io.racedet.engine.history.AtomicAccesses;
import io.racedet.engine.history.VariableWords;
import io.racedet.race.AccessContext;
import java.util.BitSet;

/**
 * The variables whose state is in segments. The words of the others are their own.
 *
 * <p>After a walk neighbours whose states continue each other are joined. So an array that is only
 * walked over is one segment, while irregular accesses leave as much as without segments. The time
 * of a walk is that of as many steps, O(log segments) each, as it meets segments and single
 * variables. Not thread-safe.
 */
public final class Segments extends SegmentMap<Segment> {
  /* [1] Wilcox, Finch, Flanagan, Freund. Array shadow state compression for precise dynamic race
   *     detection. ASE 2015 (SlimState).
   * [2] Rhodes, Flanagan, Freund. BigFoot: static check placement for dynamic race detection. PLDI
   *     2017. */

  /** The words of a variable: W, its detail, R, its detail. */
  public static final int WORDS = 4;

  private static final int W = 0;
  private static final int R = 2; // negative: ~r is the row of the reads
  private static final int DETAIL = 1; // after the epoch

  private final VariableWords variables;
  private final AccessTable rows;
  private final AtomicAccesses atomics;
  private final Segment piece = new Segment();
  private final Segment joined = new Segment(); // pieces so far

  /** Starts without segments. */
  public Segments(VariableWords variables, AccessTable rows, AtomicAccesses atomics) {
    this.variables = variables;
    this.rows = rows;
    this.atomics = atomics;
  }

  /** Marks the contexts of all accesses, except for those in rows. */
  public void markContexts(BitSet live) {
    forEach(each -> markContexts(each, live));
  }

  private static void markContexts(Segment segment, BitSet live) {
    if (segment.write != 0) {
      live.set(AccessContext.context(segment.writeDetail));
    }
    if (segment.read > 0) {
      live.set(AccessContext.context(segment.readDetail));
    }
  }

  /**
   * How many variables, of those that a walk meets from one on, are in the same segment as it, or
   * in none as it.
   */
  public int run(int variable, int step, int most) {
    return contains(variable)
        ? runInSegment(variable, step, most)
        : runOutside(variable, step, most);
  }

  /** How many of some variables in no segment, from one on, have had no access. */
  public int blanks(int variable, int step, int most) {
    int blanks = 0;
    while (blanks < most && isBlank(variable + blanks * step)) {
      int at = variable + blanks * step;
      blanks += variables.isUsed(at) || atomics.areUsed() ? 1 : restOfPage(at, step);
    }
    return Math.min(blanks, most);
  }

  private static int restOfPage(int variable, int step) {
    int before = variable & VariableWords.PAGE - 1;
    return step > 0 ? VariableWords.PAGE - before : before + 1;
  }

  private boolean isBlank(int variable) {
    if (atomics.has(variable)) {
      return false;
    }
    if (!variables.isUsed(variable)) {
      return true;
    }
    int base = variables.base(variable);
    return (variables.words()[base + W] | variables.words()[base + R]) == 0;
  }

  /** Makes a segment of variables that have had no access. */
  public Segment add(int first, int last) {
    Segment added = new Segment();
    added.first = first;
    added.last = last;
    put(added);
    cover(first, last);
    return added;
  }

  /** Gives the variables of a segment their own words. */
  @Override
  protected void scatter(Segment segment) {
    for (int variable = segment.last; variable >= segment.first; variable--) {
      int base = variables.base(variable);
      long[] words = variables.words();
      int distance = variable - segment.first;
      words[base + W] = shifted(segment.write, segment.writeStep * distance);
      words[base + W + DETAIL] = segment.writeDetail;
      words[base + R] =
          distance == 0 ? segment.read : shiftedRead(segment.read, segment.readStep * distance);
      words[base + R + DETAIL] = segment.readDetail;
    }
  }

  /** Joins what a walk has changed, where it continues each other or its neighbours. */
  public void join(int first, int last) {
    int end = endOfNeighbour(last);
    int at = beginOfNeighbour(first);
    while (at <= end) {
      at = load(at, joined) ? joinFrom(end) : at + 1;
    }
  }

  /** Joins the piece that is loaded with those after it; returns the position after them. */
  private int joinFrom(int end) {
    int pieces = 1;
    while (joined.last < end && load(joined.last + 1, piece) && continues(piece)) {
      joined.writeStep = Joining.step(joined.write, piece.write, joined.writeStep);
      joined.readStep = stepOfReads(piece);
      joined.last = piece.last;
      pieces++;
    }
    if (joined.length() < SHORTEST) {
      for (int at = joined.first; at <= joined.last; at++) {
        if (contains(at)) {
          dissolve(at(at));
        }
      }
    } else if (pieces > 1) {
      replace();
    }
    return joined.last + 1;
  }

  private int stepOfReads(Segment next) {
    return joined.read < 0
        ? Joining.step(rows.anyEpoch(joined.row()), rows.anyEpoch(next.row()), joined.readStep)
        : Joining.step(joined.read, next.read, joined.readStep);
  }

  private boolean continues(Segment next) {
    int length = joined.length();
    if (joined.writeDetail != next.writeDetail
        || !Joining.fits(joined.write, joined.writeStep, next.write, next.writeStep, length)) {
      return false;
    }
    if (joined.read >= 0 || next.read >= 0) {
      return (joined.read | next.read) >= 0
          && (joined.readDetail == next.readDetail || joined.read == 0)
          && Joining.fits(joined.read, joined.readStep, next.read, next.readStep, length);
    }
    long one = rows.anyEpoch(joined.row());
    long other = rows.anyEpoch(next.row());
    return Joining.fits(one, joined.readStep, other, next.readStep, length)
        && rows.isShifted(joined.row(), next.row(), other - one);
  }

  /** Puts a segment in place of the pieces that were joined. */
  private void replace() {
    for (int at = joined.first; at <= joined.last; ) {
      load(at, piece);
      if (piece.read < 0 && at != joined.first) {
        rows.release(piece.row());
      }
      if (contains(at)) {
        remove(at(at));
      } else {
        variables.clear(at);
        cover(at, at);
      }
      at = piece.last + 1;
    }
    Segment added = new Segment();
    copy(joined, added);
    put(added);
  }

  /** Loads the segment or the single variable at a position, unless that cannot be joined. */
  private boolean load(int variable, Segment into) {
    if (contains(variable)) {
      copy(at(variable), into);
      return true;
    }
    if (isBlank(variable) || atomics.has(variable)) {
      return false;
    }
    int base = variables.base(variable);
    long[] words = variables.words();
    into.first = variable;
    into.last = variable;
    into.write = words[base + W];
    into.writeDetail = words[base + W + DETAIL];
    into.writeStep = 0;
    into.read = words[base + R];
    into.readDetail = words[base + R + DETAIL];
    into.readStep = 0;
    return true;
  }

  private static void copy(Segment from, Segment to) {
    to.first = from.first;
    to.last = from.last;
    to.write = from.write;
    to.writeDetail = from.writeDetail;
    to.writeStep = from.writeStep;
    to.read = from.read;
    to.readDetail = from.readDetail;
    to.readStep = from.readStep;
  }

  @Override
  protected Segment split(Segment segment, int variable) {
    Segment rest = new Segment();
    copy(segment, rest);
    int distance = variable - segment.first;
    rest.first = variable;
    rest.write = shifted(segment.write, segment.writeStep * distance);
    rest.read = shiftedRead(segment.read, segment.readStep * distance);
    segment.last = variable - 1;
    endSteps(segment);
    endSteps(rest);
    return rest;
  }

  private static void endSteps(Segment segment) {
    if (segment.first == segment.last) {
      segment.writeStep = 0;
      segment.readStep = 0;
    }
  }

  private static long shifted(long epoch, int distance) {
    return epoch == 0 ? 0 : epoch + distance;
  }

  private long shiftedRead(long read, int distance) {
    return read < 0 ? ~(long) rows.copy((int) ~read, distance) : shifted(read, distance);
  }
}
