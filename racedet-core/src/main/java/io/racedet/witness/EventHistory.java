package io.racedet.witness;

import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import io.racedet.event.RangeExpander;
import io.racedet.event.Walk;
import io.racedet.witness.packed.PackedColumn;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;

/**
 * The events of a trace, or of a part of one, as engines see them. They are numbered by their
 * positions, from 0, without the gaps that re-entrant acquires and releases leave in indices.
 *
 * <p>Takes as many bits for an event as its operand, its context and its location need, which is
 * some 6 bytes where there are a hundred thousand variables. Not thread-safe.
 */
public final class EventHistory {
  /** In place of a position. */
  public static final int NONE = -1;

  private static final int OP_BITS = 6;
  private static final Op[] OPS = Op.values();
  private static final int MAX_EVENTS = Integer.MAX_VALUE - EventBlock.CAPACITY;

  private final PackedColumn operations = new PackedColumn(); // | operand | op:6 |
  private final PackedColumn indices = new PackedColumn(); // less the positions; never decreasing
  private final PackedColumn locations = new PackedColumn();
  private final PackedColumn contexts = new PackedColumn(); // with the threads
  private long before; // index of the event before the first one
  private int size;
  private final LockContexts locks;
  private final BitSet walked = new BitSet(); // by position
  private final BitSet begins = new BitSet();
  private long expected; // the word with which the last range goes on
  private int expectedStride;
  private int lastLocation;
  private final RangeExpander expander = new RangeExpander(this::append);

  /** Creates an empty trace. */
  public EventHistory(LockContexts locks) {
    this.locks = locks;
  }

  /**
   * Appends the next events.
   *
   * @param block events with their indices, each with a context of its thread; read only
   * @throws IllegalStateException when the trace is too long for arrays
   */
  public void consume(EventBlock block) {
    if (block.ranges() > 0) {
      mark(block);
    }
    expander.accept(block);
  }

  /** Marks the positions that the accesses of ranges will have. */
  private void mark(EventBlock block) {
    int p = size;
    for (int i = 0; i < block.size(); i++) {
      int count = 1;
      if (EventBlock.isRange(block.words()[i])) {
        count = Walk.count(block.walkOf(i));
        walked.set(p, p + count);
        boolean isBegin = !goesOn(block, i) || !walked.get(Math.max(0, p - 1));
        begins.set(p, isBegin);
        long first = EventBlock.firstOf(block.words()[i]);
        int next = EventBlock.operand(first) + count * Walk.stride(block.walkOf(i));
        expected = EventBlock.withOperand(first, next); // no event's word if that is negative
        expectedStride = Walk.stride(block.walkOf(i));
        lastLocation = block.locations()[i];
      }
      p += count;
    }
  }

  /** Whether a range is the rest of the range before it, which was split between two blocks. */
  private boolean goesOn(EventBlock block, int i) {
    return EventBlock.firstOf(block.words()[i]) == expected
        && Walk.stride(block.walkOf(i)) == expectedStride
        && block.locations()[i] == lastLocation;
  }

  /**
   * Returns whether an access is of a range, so that its true place may be a later one of its span.
   */
  public boolean isWalked(int position) {
    return walked.get(position);
  }

  /** Returns whether an access of a range is the first one of its walk. */
  public boolean isBegin(int position) {
    return begins.get(position);
  }

  /** Returns whether there is an access of a range. */
  public boolean hasWalks() {
    return !walked.isEmpty();
  }

  private void append(EventBlock block) {
    int more = block.size();
    if (more == 0) {
      return;
    }
    if (size == 0) {
      before = block.indices()[0] - 1;
    }
    if (block.indices()[more - 1] - before > MAX_EVENTS) {
      throw new IllegalStateException(
          "event "
              + block.indices()[more - 1]
              + " (expected: at most "
              + MAX_EVENTS
              + " events where witnesses are searched)");
    }
    for (int i = 0; i < more; i++) {
      long word = block.words()[i];
      operations.add((long) EventBlock.operand(word) << OP_BITS | EventBlock.op(word).ordinal());
      indices.add(block.indices()[i] - size++);
      locations.add(block.locations()[i]);
      contexts.add(block.contexts()[i]);
    }
  }

  /** {@return the number of events: one more than the last position} */
  public int size() {
    return size;
  }

  /** {@return an event as a word of {@link EventBlock}'s form} */
  public long word(int position) {
    long operation = operations.get(position);
    return EventBlock.word(op(operation), thread(position), operand(operation));
  }

  private static Op op(long operation) {
    return OPS[(int) operation & (1 << OP_BITS) - 1];
  }

  private static int operand(long operation) {
    return (int) (operation >> OP_BITS);
  }

  /** The operation of an event. */
  Op op(int position) {
    return op(operations.get(position));
  }

  /** The operand of an event. */
  int operand(int position) {
    return operand(operations.get(position));
  }

  /** The thread of an event. */
  int thread(int position) {
    return locks.thread(context(position));
  }

  /** {@return the index of an event in the trace, from 1} */
  public long index(int position) {
    return position + indices.get(position);
  }

  /**
   * {@return the location of an event in the source, or {@link
   * io.racedet.event.EventSink#NO_LOCATION}}
   */
  public int location(int position) {
    return (int) locations.get(position);
  }

  /** The thread with its locks at an event. */
  int context(int position) {
    return (int) contexts.get(position);
  }

  /** A trace without an event, with the same contexts. */
  EventHistory emptyCopy() {
    return new EventHistory(locks);
  }

  /** Adds the locks that are held at an event. */
  void collectLocks(int position, IntArrayList into) {
    for (int c = context(position); !locks.holdsNothing(c); c = locks.parent(c)) {
      into.add(locks.lock(c));
    }
  }

  /** A lock that is held at both events, at least once exclusively, or NONE. */
  int commonLock(int one, int other) {
    return common(context(one), context(other));
  }

  /** A lock that is held just before both acquires, at least once exclusively, or NONE. */
  int commonGate(int one, int other) {
    return common(locks.parent(context(one)), locks.parent(context(other)));
  }

  /** Whether the thread of an acquire holds the lock of another one, so that this one must wait. */
  boolean blocks(int acquire, int other) {
    int wanted = EventBlock.operand(word(other));
    boolean isShared = EventBlock.op(word(other)) == Op.ACQUIRE_SHARED;
    for (int c = locks.parent(context(acquire)); !locks.holdsNothing(c); c = locks.parent(c)) {
      if (locks.lock(c) == wanted && !(isShared && locks.isShared(c))) {
        return true;
      }
    }
    return false;
  }

  private int common(int one, int other) {
    for (int a = one; !locks.holdsNothing(a); a = locks.parent(a)) {
      for (int b = other; !locks.holdsNothing(b); b = locks.parent(b)) {
        boolean bothShared = locks.isShared(a) && locks.isShared(b);
        if (locks.lock(a) == locks.lock(b) && !bothShared) {
          return locks.lock(a);
        }
      }
    }
    return NONE;
  }

  /** {@return the position of an event, negative when engines see no event of that index} */
  public int find(long index) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (index(middle) < index) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < size && index(low) == index ? low : NONE;
  }
}
