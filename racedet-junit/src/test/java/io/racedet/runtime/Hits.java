package io.racedet.runtime;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Finds out which methods have been called to which a line of the model applies, and delays
 * methods. Methods of the JDK call it, so the boot loader defines it.
 */
public final class Hits {
  private static final int LIMIT = 1 << 14;

  /** By the number of the method and line: calls that are recorded. */
  private static final boolean[] RECORDED = new boolean[LIMIT];

  /** Calls inside of others, too. */
  private static final boolean[] CALLED = new boolean[LIMIT];

  private static final int PAUSES = 50;
  private static final long PAUSE_NANOS = 2_000_000;

  private static Session paused;
  private static int pauses;

  private Hits() {}

  /** Lets other threads run on, some times in each recording. */
  public static void pause() {
    Session s = Registry.session;
    if (s != null && s.buffer() != null && isAnother(s)) {
      long end = System.nanoTime() + PAUSE_NANOS;
      while (System.nanoTime() < end) {
        Thread.yield();
      }
    }
  }

  /* Two threads may both count a pause: there is one more then. */
  private static boolean isAnother(Session s) {
    if (paused != s) {
      paused = s;
      pauses = 0;
    }
    return pauses++ < PAUSES;
  }

  /** Called first in a method. */
  public static void hit(int number) {
    Session s = Registry.session;
    ThreadBuffer b = s == null ? null : s.buffer();
    if (b != null) {
      CALLED[number] = true;
      if (b.calls.isUnknown() || !b.calls.isUp()) {
        RECORDED[number] = true;
      }
    }
  }

  /** Forgets all calls. */
  public static void clear() {
    Arrays.fill(RECORDED, false);
    Arrays.fill(CALLED, false);
  }

  /** The numbers of calls that were recorded, or of calls inside of others, too. */
  public static BitSet numbers(boolean inner) {
    boolean[] hit = inner ? CALLED : RECORDED;
    BitSet numbers = new BitSet();
    for (int i = 0; i < LIMIT; i++) {
      numbers.set(i, hit[i]);
    }
    return numbers;
  }
}
