package io.racedet.engine;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;

/** The last access of each thread that has accessed a variable in one way. */
final class AccessRow {
  private static final int FEW = 8; // up to here a search is faster than a table
  private static final int ABSENT = -1;

  private int size;
  private long[] times = new long[2]; // as FastTrack packs them
  private long[] places = new long[2];
  private Int2IntOpenHashMap byThread; // null for few

  int size() {
    return size;
  }

  long time(int i) {
    return times[i];
  }

  long place(int i) {
    return places[i];
  }

  void clear() {
    size = 0;
    byThread = null;
  }

  /** Notes an access, in place of the one before it by the same thread. */
  void put(long time, long place) {
    int i = find(Epoch.thread(time));
    if (i == ABSENT) {
      i = size++;
      if (i == times.length) {
        times = Arrays.copyOf(times, 2 * i);
        places = Arrays.copyOf(places, 2 * i);
      }
      note(Epoch.thread(time), i);
    }
    times[i] = time;
    places[i] = place;
  }

  private int find(int thread) {
    if (byThread != null) {
      return byThread.get(thread);
    }
    for (int i = 0; i < size; i++) {
      if (Epoch.thread(times[i]) == thread) {
        return i;
      }
    }
    return ABSENT;
  }

  private void note(int thread, int position) {
    if (byThread == null && position == FEW) {
      byThread = new Int2IntOpenHashMap(2 * FEW);
      byThread.defaultReturnValue(ABSENT);
      for (int i = 0; i < FEW; i++) {
        byThread.put(Epoch.thread(times[i]), i);
      }
    }
    if (byThread != null) {
      byThread.put(thread, position);
    }
  }
}
