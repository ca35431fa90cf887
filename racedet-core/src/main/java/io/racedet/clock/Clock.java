package io.racedet.clock;

import java.util.Arrays;

/**
 * A vector clock: for each thread the newest event that is known. A clock obtained as a snapshot
 * never changes.
 *
 * <p>The first {@value #CHUNK} threads are a plain array. The other threads are in immutable
 * chunks, which similar clocks share: a copy costs one reference, and a join skips shared chunks.
 * Where a thread learns from the one that has held a lock before it, all chunks but two are shared
 * with that one, so that hundreds of thousands of clocks of some hundred threads can be kept.
 */
public final class Clock {
  static final Clock NOTHING = new Clock(new long[0], new long[0][]);

  private static final int CHUNK_SHIFT = 5;
  private static final int CHUNK = 1 << CHUNK_SHIFT;
  private static final int CHUNK_MASK = CHUNK - 1;
  private static final long[] EMPTY_CHUNK = new long[CHUNK];

  private long[] low;
  private long[][] high; // high[c]: the CHUNK threads from CHUNK * (c + 1) on

  private Clock(long[] low, long[][] high) {
    this.low = low;
    this.high = high;
  }

  /**
   * {@return the newest event of a thread that is known: the event's index, 0 for none}
   *
   * @param thread the thread; the entry of the clock's own thread has no meaning
   */
  public long known(int thread) {
    long[] times = low;
    return thread < times.length ? times[thread] : knownHigh(thread);
  }

  private long knownHigh(int thread) {
    int chunk = (thread >> CHUNK_SHIFT) - 1;
    return chunk >= 0 && chunk < high.length ? high[chunk][thread & CHUNK_MASK] : 0;
  }

  Clock copy() {
    return new Clock(low.clone(), high);
  }

  /** Joins another clock. */
  void join(Clock other) {
    long[] theirs = other.low;
    if (theirs.length > low.length) {
      // Exactly this length: clocks that join each other repeatedly would otherwise grow without
      // bound.
      low = Arrays.copyOf(low, theirs.length);
    }
    long[] mine = low;
    for (int thread = 0; thread < theirs.length; thread++) {
      if (mine[thread] < theirs[thread]) {
        mine[thread] = theirs[thread];
      }
    }
    if (other.high != high) {
      joinHigh(other.high);
    }
  }

  /** Sets the newest known event of a thread, which is newer than the previous one. */
  void learn(int thread, long time) {
    if (thread < CHUNK) {
      int length = low.length;
      if (thread >= length) {
        low = Arrays.copyOf(low, Math.min(CHUNK, Math.max(thread + 1, length + (length >> 1))));
      }
      low[thread] = time;
      return;
    }
    int chunk = (thread >> CHUNK_SHIFT) - 1;
    high = withLength(high, Math.max(high.length, chunk + 1));
    high[chunk] = high[chunk].clone();
    high[chunk][thread & CHUNK_MASK] = time;
  }

  private void joinHigh(long[][] theirs) {
    if (high.length == 0) {
      high = theirs;
      return;
    }
    long[][] joined = high;
    for (int chunk = 0; chunk < theirs.length; chunk++) {
      long[] mine = chunk < joined.length ? joined[chunk] : EMPTY_CHUNK;
      long[] newest = newest(mine, theirs[chunk]);
      if (newest != mine) {
        if (joined == high) {
          joined = withLength(high, Math.max(high.length, theirs.length));
        }
        joined[chunk] = newest;
      }
    }
    high = joined;
  }

  /** A copy with empty chunks at the end. */
  private static long[][] withLength(long[][] chunks, int length) {
    long[][] longer = Arrays.copyOf(chunks, length);
    Arrays.fill(longer, chunks.length, length, EMPTY_CHUNK);
    return longer;
  }

  /** The maximum of two chunks: one of them if equal to it, so that it stays shared. */
  private static long[] newest(long[] mine, long[] theirs) {
    if (mine == theirs) {
      return mine;
    }
    boolean mineNewer = false;
    boolean theirsNewer = false;
    for (int i = 0; i < CHUNK; i++) {
      mineNewer |= mine[i] > theirs[i];
      theirsNewer |= mine[i] < theirs[i];
    }
    if (!theirsNewer) {
      return mine;
    }
    if (!mineNewer) {
      return theirs;
    }
    long[] newest = mine.clone();
    for (int i = 0; i < CHUNK; i++) {
      newest[i] = Math.max(newest[i], theirs[i]);
    }
    return newest;
  }
}
