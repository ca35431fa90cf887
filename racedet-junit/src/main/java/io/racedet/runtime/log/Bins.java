package io.racedet.runtime.log;

/**
 * Numbers of the bins of maps among those of objects: {@code | 1 | map:30 | hash:31 |}. Keys with
 * the same hash are always in the same bin.
 */
public final class Bins {
  /** In place of a bin of a map whose own number is too large. */
  public static final long NONE = -1;

  private static final int HASH_BITS = 31;
  private static final long MAPS = 1L << 30;
  private static final long BIN = 1L << 61;

  private Bins() {}

  /** The number of the bin of a map for keys with a hash; {@link #NONE} if there is none. */
  public static long of(long map, long hash) {
    return map < MAPS ? BIN | map << HASH_BITS | hash : NONE;
  }

  /** Whether a number is that of a bin. */
  public static boolean contain(long object) {
    return (object & BIN) != 0;
  }

  /** The number of the map of a bin. */
  public static long mapOf(long bin) {
    return (bin & ~BIN) >>> HASH_BITS;
  }
}
