package io.racedet.engine.history;

/**
 * The thread and the index of an event, in one word:
 *
 * <pre>| 0:1 | thread:23 | index:40 |</pre>
 *
 * 0 is no event, since indices start at 1. The limits are checked where events enter an analysis.
 */
public final class Epoch {
  private static final int INDEX_BITS = 40;
  private static final long INDEX_MASK = (1L << INDEX_BITS) - 1;

  private Epoch() {}

  public static long of(int thread, long index) {
    return (long) thread << INDEX_BITS | index;
  }

  public static int thread(long epoch) {
    return (int) (epoch >>> INDEX_BITS);
  }

  public static long index(long epoch) {
    return epoch & INDEX_MASK;
  }
}
