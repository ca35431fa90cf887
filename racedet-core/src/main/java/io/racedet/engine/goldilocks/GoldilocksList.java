package io.racedet.engine.goldilocks;

import io.racedet.engine.history.Epoch;
import io.racedet.engine.order.HappensBefore;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import java.util.Arrays;

/**
 * The update list: the newest sync events, from which the lockset of an access is computed on
 * demand.
 */
public final class GoldilocksList {
  /* An access newer than the first event of the list has its lockset computed from the events after
   * it. The list is of bounded length. Events that leave it are applied to the locksets of all
   * older accesses at once: as the sets of one thread's accesses shrink from each access to the
   * next, it is enough to keep for each element and each thread the newest access whose set has the
   * element. That is what HappensBefore keeps as clocks.
   *
   * Each event of the list gives credit for a few steps of replay: a replay without enough credit
   * does not start, and the list is emptied instead. So an event costs at most a few steps more
   * than with clocks alone, in short traces as in long ones, and much less where no lockset is
   * needed. */
  public static final int USUAL_CELLS = 8192;

  private static final int STEPS_A_CELL = 4;

  private final HappensBefore settled = new HappensBefore();
  private final GoldilocksSet lockset = new GoldilocksSet();
  private final long[] words;
  private final long[] indices;
  private int size;
  private long lastSettled; // index of the last event that left the list
  private long credit; // steps of replay that are still allowed

  private long answersSettled;
  private long replaysStopped;
  private long replaysToTheEnd;
  private long cells;
  private long cellsReclaimed;

  /** Starts with no event. */
  public GoldilocksList(int capacity) {
    words = new long[capacity];
    indices = new long[capacity];
  }

  /** Adds an event that is not an access. */
  public void add(long word, long index) {
    switch (EventBlock.op(word)) {
      case BEGIN, END, ALLOC, AGAIN -> {
        /* No ordering. */
      }
      case WAKE -> { // rare, and its cause may have left the list
        settle();
        settle(word, index);
      }
      default -> {
        if (size == words.length) {
          settle();
        }
        words[size] = word;
        indices[size] = index;
        size++;
        cells++;
        credit += STEPS_A_CELL;
      }
    }
  }

  /** Whether the thread is in the lockset of another thread's access. */
  public boolean isOrdered(long access, int thread) {
    int owner = Epoch.thread(access);
    long index = Epoch.index(access);
    if (index > lastSettled) {
      int from = ~Arrays.binarySearch(indices, 0, size, index);
      if (size - from <= credit) {
        return replay(owner, from, thread);
      }
    }
    answersSettled++;
    if (settled.isBefore(owner, index, thread)) {
      return true;
    }
    settle();
    return settled.isBefore(owner, index, thread);
  }

  private boolean replay(int owner, int from, int thread) {
    lockset.start(owner);
    for (int i = from; i < size; i++) {
      long word = words[i];
      int entered =
          lockset.apply(
              EventBlock.op(word), EventBlock.thread(word), EventBlock.operand(word), indices[i]);
      if (entered == thread) {
        credit -= i - from;
        replaysStopped++;
        return true;
      }
    }
    credit -= size - from;
    replaysToTheEnd++;
    return false;
  }

  private void settle() {
    for (int i = 0; i < size; i++) {
      settle(words[i], indices[i]);
    }
    cellsReclaimed += size;
    size = 0;
  }

  private void settle(long word, long index) {
    Op op = EventBlock.op(word);
    settled.order(op, EventBlock.thread(word), EventBlock.operand(word), index);
    lastSettled = index;
  }

  /** Completes the counts of the engine by those of the list. */
  public GoldilocksCounts counts(long byOwner, long byLock) {
    return new GoldilocksCounts(
        byOwner, byLock, answersSettled, replaysStopped, replaysToTheEnd, cells, cellsReclaimed);
  }
}
