package io.racedet.witness;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The order of the events of a small trace by program order and needs, and by edges that are added:
 * for each event the set of all events before it, by position, as the bits of a word.
 */
final class NaiveOrder {
  private static final int NONE = EventHistory.NONE;

  private final EventHistory trace;
  private final long[] before;
  private final int[] seen; // by position of a read

  NaiveOrder(EventHistory trace) {
    this(trace, new long[trace.size()], new int[trace.size()]);
    if (trace.size() > Long.SIZE) {
      throw new IllegalArgumentException("events: " + trace.size() + " (expected: at most 64)");
    }
    Map<Integer, Integer> last = new HashMap<>();
    for (int p = 0; p < trace.size(); p++) {
      Integer previous = last.put(thread(p), p);
      if (previous != null) {
        add(previous, p);
      }
      seen[p] = isRead(p) ? lastWrite(p) : NONE;
      for (int need : needs(p)) {
        add(need, p);
      }
    }
  }

  private NaiveOrder(EventHistory trace, long[] before, int[] seen) {
    this.trace = trace;
    this.before = before;
    this.seen = seen;
  }

  NaiveOrder copy() {
    return new NaiveOrder(trace, before.clone(), seen);
  }

  /** Orders an event before another one, and with it everything before it; false if it was. */
  boolean add(int earlier, int later) {
    if (isBefore(earlier, later)) {
      return false;
    }
    long added = upTo(earlier);
    for (int p = 0; p < before.length; p++) {
      if (p == later || isBefore(later, p)) {
        before[p] |= added;
      }
    }
    return true;
  }

  boolean isBefore(int earlier, int later) {
    return (before[later] & bit(earlier)) != 0;
  }

  /** An event and all events before it. */
  long upTo(int position) {
    return before[position] | bit(position);
  }

  /** The events before an event. */
  long before(int position) {
    return before[position];
  }

  /** The events before an access, without the write that it sees if it is a read. */
  long beforeAccess(int access) {
    for (int p = access - 1; p >= 0; p--) {
      if (thread(p) == thread(access)) {
        return upTo(p);
      }
    }
    int fork = fork(thread(access));
    return fork == NONE ? 0 : upTo(fork);
  }

  static long bit(int position) {
    return 1L << position;
  }

  /** The positions in a set, ascending. */
  static List<Integer> positions(long set) {
    List<Integer> positions = new ArrayList<>();
    for (long left = set; left != 0; left &= left - 1) {
      positions.add(Long.numberOfTrailingZeros(left));
    }
    return positions;
  }

  /** The events of other threads that an event needs directly. */
  List<Integer> needs(int position) {
    List<Integer> needs = new ArrayList<>();
    if (isFirst(position)) {
      needs.add(fork(thread(position)));
    }
    switch (op(position)) {
      case READ, ATOMIC_READ, SYNC_READ -> needs.add(seen(position));
      case WAKE -> needs.add(notifyOf(position));
      case RECEIVE -> addAll(needs, position, Op.SEND);
      case JOIN -> addEnd(needs, operand(position));
      default -> {
        /* No needs. */
      }
    }
    needs.removeIf(need -> need == NONE);
    return needs;
  }

  private boolean isFirst(int position) {
    for (int p = 0; p < position; p++) {
      if (thread(p) == thread(position)) {
        return false;
      }
    }
    return true;
  }

  /** The write that a read sees, NONE if it sees none. */
  int seen(int read) {
    return seen[read];
  }

  private int lastWrite(int read) {
    int last = read - 1;
    while (last >= 0 && !(isWrite(last) && isSameCell(last, read))) {
      last--;
    }
    return last;
  }

  /** Adds all events of a thread, or its fork if it has none. */
  private void addEnd(List<Integer> needs, int thread) {
    int last = NONE;
    for (int p = 0; p < trace.size(); p++) {
      if (thread(p) == thread) {
        needs.add(p);
        last = p;
      }
    }
    needs.add(last == NONE ? fork(thread) : last);
  }

  private void addAll(List<Integer> needs, int position, Op op) {
    for (int p = 0; p < position; p++) {
      if (op(p) == op && operand(p) == operand(position)) {
        needs.add(p);
      }
    }
  }

  private int fork(int thread) {
    for (int p = 0; p < trace.size(); p++) {
      if (op(p) == Op.FORK && operand(p) == thread) {
        return p;
      }
    }
    return NONE;
  }

  /** The last notify between the release and the acquire of the last wait before a wake. */
  private int notifyOf(int wake) {
    int released = NONE;
    int from = NONE;
    int until = NONE;
    for (int p = 0; p < wake; p++) {
      if (thread(p) == thread(wake) && op(p) == Op.RELEASE) {
        released = p;
      }
      boolean isAcquire = thread(p) == thread(wake) && op(p) == Op.ACQUIRE;
      if (isAcquire && released != NONE && operand(released) == operand(p)) {
        from = released;
        until = p;
      }
    }
    for (int p = until - 1; p > from; p--) {
      if (op(p) == Op.NOTIFY && operand(p) == operand(wake)) {
        return p;
      }
    }
    return NONE;
  }

  Op op(int position) {
    return EventBlock.op(trace.word(position));
  }

  int thread(int position) {
    return EventBlock.thread(trace.word(position));
  }

  int operand(int position) {
    return EventBlock.operand(trace.word(position));
  }

  int size() {
    return trace.size();
  }

  /** Whether two events access the same variable or sync variable. */
  boolean isSameCell(int one, int other) {
    return kind(one) != 0 && kind(one) == kind(other) && operand(one) == operand(other);
  }

  private int kind(int position) {
    return switch (op(position)) {
      case READ, WRITE, ATOMIC_READ, ATOMIC_WRITE -> 1;
      case SYNC_READ, SYNC_WRITE -> 2;
      default -> 0;
    };
  }

  boolean isRead(int position) {
    return switch (op(position)) {
      case READ, ATOMIC_READ, SYNC_READ -> true;
      default -> false;
    };
  }

  boolean isWrite(int position) {
    return kind(position) != 0 && !isRead(position);
  }
}
