package io.racedet.witness.unrecorded;

import io.racedet.event.EventBlock;
import io.racedet.witness.EventHistory;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * Accesses in a sequence of events, each at a known place or anywhere between two places, and which
 * of them conflict in an order that is not known. Not thread-safe.
 */
final class FreeAccesses {
  /** Takes two conflicting accesses, of which the order is not known. */
  @FunctionalInterface
  interface Conflicts {
    void conflict(int position, int other);
  }

  private final EventHistory trace;
  private final IntArrayList positions = new IntArrayList();
  private final IntArrayList from = new IntArrayList();
  private final IntArrayList to = new IntArrayList();

  FreeAccesses(EventHistory trace) {
    this.trace = trace;
  }

  /** Adds an access that is at a place. */
  void add(int position, int place) {
    add(position, place, place);
  }

  /** Adds an access that is after a place and before another one. */
  void add(int position, int after, int before) {
    positions.add(position);
    from.add(after);
    to.add(before);
  }

  /** Finds the conflicts, in O(n log n) for accesses of which few overlap. */
  void find(Conflicts conflicts) {
    LongArrayList keys = new LongArrayList(positions.size());
    for (int i = 0; i < positions.size(); i++) {
      keys.add((long) EventBlock.operand(word(i)) << Integer.SIZE | i);
    }
    long[] sorted = keys.elements();
    Arrays.sort(sorted, 0, keys.size());
    for (int begin = 0; begin < keys.size(); ) {
      int end = begin;
      while (end < keys.size() && sorted[end] >> Integer.SIZE == sorted[begin] >> Integer.SIZE) {
        end++;
      }
      ofVariable(sorted, begin, end, conflicts);
      begin = end;
    }
  }

  private void ofVariable(long[] sorted, int begin, int end, Conflicts conflicts) {
    boolean isAnyFree = false;
    boolean areThreads = false;
    int[] all = new int[end - begin];
    for (int i = 0; i < all.length; i++) {
      all[i] = (int) sorted[begin + i];
      isAnyFree |= isFree(all[i]);
      areThreads |= thread(all[i]) != thread(all[0]);
    }
    if (isAnyFree && areThreads) {
      IntArrays.mergeSort(all, (a, b) -> Integer.compare(from.getInt(a), from.getInt(b)));
      sweep(all, conflicts);
    }
  }

  private void sweep(int[] all, Conflicts conflicts) {
    IntArrayList open = new IntArrayList(); // may overlap with the next ones
    for (int i : all) {
      open.removeIf(earlier -> to.getInt(earlier) < from.getInt(i));
      for (int earlier : open) {
        if (overlap(earlier, i)
            && thread(earlier) != thread(i)
            && (EventBlock.isAnyWrite(word(earlier)) || EventBlock.isAnyWrite(word(i)))) {
          conflicts.conflict(positions.getInt(earlier), positions.getInt(i));
        }
      }
      open.add(i);
    }
  }

  /** Whether two accesses may be in either order, which those at known places may not be. */
  private boolean overlap(int one, int other) {
    return from.getInt(one) < to.getInt(other) && from.getInt(other) < to.getInt(one);
  }

  private boolean isFree(int i) {
    return from.getInt(i) != to.getInt(i);
  }

  private long word(int i) {
    return trace.word(positions.getInt(i));
  }

  private int thread(int i) {
    return EventBlock.thread(word(i));
  }
}
