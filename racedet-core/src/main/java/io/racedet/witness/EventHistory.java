package io.racedet.witness;

import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.RangeExpander;
import io.racedet.event.Walk;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The events of a trace, or of a part of one, as engines see them. They are numbered by their
 * positions, from 0, without the gaps that re-entrant acquires and releases leave in indices.
 *
 * <p>Takes 20 bytes for each event. Not thread-safe.
 */
public final class EventHistory {
  /** In place of a position. */
  public static final int NONE = -1;

  private static final int INITIAL = 1024;
  private static final int MOST_EVENTS = Integer.MAX_VALUE - EventBlock.CAPACITY;

  private long[] words = new long[INITIAL];
  private int[] indices = new int[INITIAL]; // ascending, from the one before the first event on
  private long before; // index of the event before the first one
  private int[] locations = new int[INITIAL];
  private int[] contexts = new int[INITIAL];
  private int size;
  private final LockContexts locks;
  private final BitSet walked = new BitSet(); // by position
  private final BitSet begins = new BitSet();
  private long expected; // the word with which the last range goes on
  private int expectedStride;
  private int lastLocation;
  private final RangeExpander expander = new RangeExpander(this::append);

  /**
   * Creates an empty trace.
   *
   * @param locks the contexts of its events
   */
  public EventHistory(LockContexts locks) {
    this.locks = locks;
  }

  /**
   * Appends the next events.
   *
   * @param block events with their indices; read only
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
        expected = next < 0 ? 0 : EventBlock.withOperand(first, next);
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
   *
   * @param position its position
   * @return true for accesses of ranges
   */
  public boolean isWalked(int position) {
    return walked.get(position);
  }

  /**
   * Returns whether an access of a range is the first one of its walk.
   *
   * @param position its position
   * @return true for the first ones
   */
  public boolean isBegin(int position) {
    return begins.get(position);
  }

  /**
   * Returns whether there is an access of a range.
   *
   * @return true if there is one
   */
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
    if (block.indices()[more - 1] - before > MOST_EVENTS) {
      throw new IllegalStateException(
          "event "
              + block.indices()[more - 1]
              + " (expected: at most "
              + MOST_EVENTS
              + " events where witnesses are searched)");
    }
    words = LongArrays.grow(words, size + more);
    indices = IntArrays.grow(indices, size + more);
    locations = IntArrays.grow(locations, size + more);
    contexts = IntArrays.grow(contexts, size + more);
    System.arraycopy(block.words(), 0, words, size, more);
    System.arraycopy(block.locations(), 0, locations, size, more);
    System.arraycopy(block.contexts(), 0, contexts, size, more);
    for (int i = 0; i < more; i++) {
      indices[size + i] = (int) (block.indices()[i] - before);
    }
    size += more;
  }

  /**
   * Returns the number of events.
   *
   * @return one more than the last position
   */
  public int size() {
    return size;
  }

  /**
   * Returns an event.
   *
   * @param position its position
   * @return a word of {@link EventBlock}'s form
   */
  public long word(int position) {
    return words[position];
  }

  /**
   * Returns the index of an event in the trace.
   *
   * @param position its position
   * @return the index, from 1
   */
  public long index(int position) {
    return before + indices[position];
  }

  /**
   * Returns the location of an event in the source.
   *
   * @param position its position
   * @return the location, or {@link io.racedet.event.EventSink#NO_LOCATION}
   */
  public int location(int position) {
    return locations[position];
  }

  /** The thread with its locks at an event. */
  int context(int position) {
    return contexts[position];
  }

  /** A trace without an event, with the same contexts. */
  EventHistory emptyCopy() {
    return new EventHistory(locks);
  }

  /** Adds the locks that are held at an event. */
  void collectLocks(int position, IntArrayList into) {
    for (int c = contexts[position]; !locks.holdsNothing(c); c = locks.parent(c)) {
      into.add(locks.lock(c));
    }
  }

  /** A lock that is held at both events, at least once exclusively, or NONE. */
  int commonLock(int one, int other) {
    for (int a = contexts[one]; !locks.holdsNothing(a); a = locks.parent(a)) {
      for (int b = contexts[other]; !locks.holdsNothing(b); b = locks.parent(b)) {
        boolean bothShared = locks.isShared(a) && locks.isShared(b);
        if (locks.lock(a) == locks.lock(b) && !bothShared) {
          return locks.lock(a);
        }
      }
    }
    return NONE;
  }

  /**
   * Returns the position of an event.
   *
   * @param index its index
   * @return the position, negative when engines see no event of that index
   */
  public int find(long index) {
    long from = index - before;
    int at = from == (int) from ? Arrays.binarySearch(indices, 0, size, (int) from) : NONE;
    return Math.max(at, NONE);
  }
}
