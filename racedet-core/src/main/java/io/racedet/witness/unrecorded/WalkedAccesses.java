package io.racedet.witness.unrecorded;

import io.racedet.event.EventBlock;
import io.racedet.witness.EventHistory;
import io.racedet.witness.Reordering;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The accesses of ranges, of which a trace does not tell the true places: each is somewhere between
 * where it is and the end of its span. A reordering of the trace is one of the true events if no
 * other thread has a conflicting access in the span. Not thread-safe.
 *
 * <p>If the trace has such an access, which is a race, it is not known what the accesses of both
 * saw, nor what later reads saw of them. Then no reordering goes as far as these.
 *
 * <p>The accesses by the thread after a range, up to the end of the span, may in truth have been
 * before an access of the range. If that is in the race, they are in the true reordering, too: what
 * they see must be what they saw, and nobody else may see them. O(n log n) for n accesses of the
 * trace, and likewise for each reordering.
 */
public final class WalkedAccesses {
  /* The true reordering has the events other than walked ones at their places, and each walked one
   * right before the next event of its thread in the true order. */
  private static final int END = Integer.MAX_VALUE;

  private final EventHistory trace;
  private final SpanBounds spans; // null if there are no ranges
  private final BitSet doubtful = new BitSet(); // by position: no reordering may have these
  private final LongArrayList byVariable = new LongArrayList(); // | variable:32 | position:32 |

  /** Finds the accesses of which it is known what they saw. */
  public WalkedAccesses(EventHistory trace) {
    this.trace = trace;
    spans = trace.hasWalks() ? new SpanBounds(trace) : null;
    if (spans != null) {
      scan();
    }
  }

  private void scan() {
    FreeAccesses all = new FreeAccesses(trace);
    for (int p = 0; p < trace.size(); p++) {
      if (EventBlock.isAccess(trace.word(p))) {
        byVariable.add(key(operand(p), p));
        if (trace.isWalked(p)) {
          all.add(p, spans.before(p), spans.after(p));
        } else {
          all.add(p, p);
        }
      }
    }
    Arrays.sort(byVariable.elements(), 0, byVariable.size());
    all.find(
        (p, q) -> {
          doubt(p);
          doubt(q);
        });
  }

  private static long key(int variable, int position) {
    return (long) variable << Integer.SIZE | position;
  }

  private void doubt(int p) {
    if (trace.isWalked(p)) {
      doubtful.set(p);
      if (isWrite(p)) {
        doubtReads(p);
      }
    }
  }

  /* Until the next write after the span, a read may have seen this write or not. */
  private void doubtReads(int write) {
    int variable = operand(write);
    for (int i = find(byVariable, key(variable, spans.before(write) + 1));
        i < byVariable.size();
        i++) {
      int p = (int) byVariable.getLong(i);
      if (operand(p) != variable) {
        return;
      }
      int begin = trace.isWalked(p) ? spans.before(p) : p;
      if (isWrite(p) && begin >= spans.after(write)) {
        return;
      }
      if (!isWrite(p) && thread(p) != thread(write)) {
        doubtful.set(p);
      }
    }
  }

  /** The first place in a sorted list that is not before a key. */
  private static int find(LongArrayList sorted, long key) {
    int at = Arrays.binarySearch(sorted.elements(), 0, sorted.size(), key);
    return at < 0 ? -1 - at : at;
  }

  /**
   * Decides whether a correct reordering of the trace, after which two accesses are next, is one of
   * the true events.
   *
   * @param next the indices of the events that are next after it
   * @return false if that is not known
   */
  public boolean allow(Reordering sequence, long... next) {
    return spans == null || allow(sequence.indices(), next);
  }

  /**
   * {@return the same for indices of events}
   *
   * @param next the indices of the events that are next after it
   */
  public boolean allow(long[] sequence, long... next) {
    if (spans == null) {
      return true;
    }
    TrueOrder reordering = new TrueOrder(sequence);
    boolean isCertain = reordering.isCertain();
    for (int i = 0; isCertain && i < next.length; i++) {
      isCertain = reordering.addBefore(trace.find(next[i]));
    }
    return isCertain && reordering.hasNoConflict() && reordering.seesTheSame();
  }

  private int operand(int p) {
    return EventBlock.operand(trace.word(p));
  }

  private int thread(int p) {
    return EventBlock.thread(trace.word(p));
  }

  private boolean isWrite(int p) {
    return EventBlock.isAnyWrite(trace.word(p));
  }

  /** A reordering, and what must be in it, too. */
  private final class TrueOrder {
    private final int[] events;
    private final Int2IntOpenHashMap place = new Int2IntOpenHashMap(); // by position of an event
    private final IntArrayList added = new IntArrayList();
    private final LongOpenHashSet own = new LongOpenHashSet(); // | variable | span |: walked write

    TrueOrder(long[] sequence) {
      events = Arrays.stream(sequence).mapToInt(trace::find).toArray();
      place.defaultReturnValue(END);
      for (int i = 0; i < events.length; i++) {
        place.put(events[i], i);
      }
    }

    boolean isCertain() {
      return Arrays.stream(events).noneMatch(doubtful::get);
    }

    /** Adds what may be before an access of a range; false if it is not known what that saw. */
    boolean addBefore(int access) {
      if (!trace.isWalked(access)) {
        return true;
      }
      int p = access + 1;
      while (p < trace.size() && trace.isWalked(p) && !trace.isBegin(p)) {
        p++;
      }
      for (int end = Math.min(trace.size(), spans.after(access)); p < end; p++) {
        if (thread(p) == thread(access) && EventBlock.isPlain(trace.word(p))) {
          added.add(p);
          if (doubtful.get(p)) {
            return false;
          }
        }
      }
      return true;
    }

    boolean hasNoConflict() {
      FreeAccesses accesses = new FreeAccesses(trace);
      for (int i = 0; i < events.length; i++) {
        int p = events[i];
        if (trace.isWalked(p)) {
          accesses.add(p, before(p), after(p));
        } else if (EventBlock.isAccess(trace.word(p))) {
          accesses.add(p, i);
        }
      }
      for (int p : added) {
        accesses.add(p, before(p), END);
      }
      boolean[] found = new boolean[1];
      accesses.find((p, q) -> found[0] = true);
      return !found[0];
    }

    private int before(int p) {
      int bound = spans.before(p);
      return bound < 0 ? -1 : place.get(bound);
    }

    private int after(int p) {
      if (!spans.isLast(p)) {
        return place.get(spans.after(p));
      }
      int last = place.get(spans.lastOfThread(p));
      return last == END ? END : last + 1;
    }

    /** Whether the reads that may be elsewhere in their span see what they saw. */
    boolean seesTheSame() {
      IntArrayList reads = new IntArrayList();
      for (int p : events) {
        if (trace.isWalked(p) && isWrite(p)) {
          own.add(key(operand(p), spans.after(p)));
        }
      }
      for (int p : added) {
        addIfRead(p, reads);
      }
      for (int p : events) {
        if (EventBlock.isPlain(trace.word(p)) && own.contains(key(operand(p), spans.after(p)))) {
          addIfRead(p, reads);
        }
      }
      return reads.isEmpty() || seesTheSame(reads);
    }

    private void addIfRead(int p, IntArrayList reads) {
      if (!isWrite(p)) {
        reads.add(p);
      }
    }

    private boolean seesTheSame(IntArrayList reads) {
      LongArrayList writes = new LongArrayList(); // | variable:32 | place:32 |
      for (int i = 0; i < events.length; i++) {
        if (EventBlock.isAccess(trace.word(events[i])) && isWrite(events[i])) {
          writes.add(key(operand(events[i]), i));
        }
      }
      Arrays.sort(writes.elements(), 0, writes.size());
      for (int read : reads) {
        // The event before the span may be a write itself.
        int last = find(writes, key(operand(read), before(read) + 1)) - 1;
        boolean isAny = last >= 0 && writes.getLong(last) >> Integer.SIZE == operand(read);
        int seen = isAny ? events[(int) writes.getLong(last)] : EventHistory.NONE;
        if (seen != seenInTrace(read)) {
          return false;
        }
      }
      return true;
    }
  }

  /** The last write before a read, other than those in its own span. */
  private int seenInTrace(int read) {
    for (int i = find(byVariable, key(operand(read), read)) - 1; i >= 0; i--) {
      int p = (int) byVariable.getLong(i);
      if (operand(p) != operand(read)) {
        break;
      }
      if (isWrite(p) && !(thread(p) == thread(read) && p > spans.before(read))) {
        return p;
      }
    }
    return EventHistory.NONE;
  }
}
