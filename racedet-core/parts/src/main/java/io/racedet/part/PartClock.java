package io.racedet.part;

import java.util.Arrays;

/**
 * What is known at a place of a part: the sources, whose knowledge at the beginning of the part is
 * included, and for each thread its newest event of the part. Sources and threads are columns.
 */
final class PartClock {
  private long[] sources = new long[1]; // bits
  private long[] times = new long[4]; // 0 for none

  PartClock copy() {
    PartClock copy = new PartClock();
    copy.sources = sources.clone();
    copy.times = times.clone();
    return copy;
  }

  /** Of exactly this length: clocks that join each other would otherwise grow without bound. */
  private static long[] longer(long[] words, int length) {
    return length <= words.length ? words : Arrays.copyOf(words, length);
  }

  void addSource(int column) {
    int word = column / Long.SIZE;
    sources = longer(sources, word + 1);
    sources[word] |= 1L << column;
  }

  /** The next source from a column on, or -1. */
  int nextSource(int from) {
    int word = from / Long.SIZE;
    long bits = word < sources.length ? sources[word] & -1L << from : 0;
    while (bits == 0) {
      if (++word >= sources.length) {
        return -1;
      }
      bits = sources[word];
    }
    return word * Long.SIZE + Long.numberOfTrailingZeros(bits);
  }

  /** One more than the last column that may have a time. */
  int columns() {
    return times.length;
  }

  long time(int column) {
    return column < times.length ? times[column] : 0;
  }

  /** Makes an event of a thread known. */
  void learn(int column, long time) {
    times = longer(times, column + 1);
    times[column] = Math.max(times[column], time);
  }

  void forget(int column) {
    if (column < times.length) {
      times[column] = 0;
    }
  }

  void join(PartClock other) {
    sources = longer(sources, other.sources.length);
    for (int i = 0; i < other.sources.length; i++) {
      sources[i] |= other.sources[i];
    }
    times = longer(times, other.times.length);
    for (int i = 0; i < other.times.length; i++) {
      times[i] = Math.max(times[i], other.times[i]);
    }
  }

  /** Whether all that another clock knows is known, whatever it knows of one column. */
  boolean covers(PartClock other, int except) {
    for (int i = 0; i < other.sources.length; i++) {
      if ((other.sources[i] & ~(i < sources.length ? sources[i] : 0)) != 0) {
        return false;
      }
    }
    for (int i = 0; i < other.times.length; i++) {
      if (i != except && other.times[i] > time(i)) {
        return false;
      }
    }
    return true;
  }
}
