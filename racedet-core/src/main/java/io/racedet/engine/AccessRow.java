package io.racedet.engine;

import java.util.Arrays;

/** The last access of each thread that has accessed a variable in one way. */
final class AccessRow {
  private int size;
  private long[] times = new long[2]; // as FastTrack packs them
  private long[] places = new long[2];

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
  }

  /** Notes an access, in place of the one before it by the same thread. */
  void put(long time, long place) {
    int i = 0;
    while (i < size && Place.thread(times[i]) != Place.thread(time)) {
      i++;
    }
    if (i == times.length) {
      times = Arrays.copyOf(times, 2 * i);
      places = Arrays.copyOf(places, 2 * i);
    }
    times[i] = time;
    places[i] = place;
    size = Math.max(size, i + 1);
  }
}
