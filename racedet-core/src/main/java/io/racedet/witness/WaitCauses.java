package io.racedet.witness;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * The notifies that ended waits. A wait is an acquire and the same thread's last release, if it was
 * of the same lock; the last notify of the operand between the two caused the wake.
 */
final class WaitCauses {
  private static final int NONE = EventHistory.NONE;

  private final Int2ObjectOpenHashMap<IntArrayList> notifies = new Int2ObjectOpenHashMap<>();
  private final int[] lock; // by thread: 1 + the lock released last
  private final int[] released; // the position of that release
  private final int[] began; // by thread: the last wait
  private final int[] ended; // NONE before the first

  WaitCauses(int threads) {
    lock = new int[threads];
    released = new int[threads];
    began = new int[threads];
    ended = new int[threads];
    Arrays.fill(ended, NONE);
  }

  void release(int thread, int ofLock, int position) {
    lock[thread] = ofLock + 1;
    released[thread] = position;
  }

  void acquire(int thread, int ofLock, int position) {
    if (lock[thread] == ofLock + 1) {
      began[thread] = released[thread];
      ended[thread] = position;
    }
  }

  void signal(int operand, int position) {
    notifies.computeIfAbsent(operand, unseen -> new IntArrayList()).add(position);
  }

  /** The notify that ended the thread's last wait, or NONE. */
  int cause(int thread, int operand) {
    IntArrayList candidates = notifies.get(operand);
    if (candidates == null) {
      return NONE;
    }
    int i = candidates.size() - 1;
    while (i >= 0 && candidates.getInt(i) > ended[thread]) {
      i--;
    }
    return i < 0 || candidates.getInt(i) < began[thread] ? NONE : candidates.getInt(i);
  }
}
