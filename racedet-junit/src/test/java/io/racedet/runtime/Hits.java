package io.racedet.runtime;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Which lines of the model apply to a method that has been called. Methods of the JDK call it, so
 * the boot loader defines it.
 */
public final class Hits {
  private static final int LIMIT = 1 << 13;

  /** By the number of the line: calls that are recorded. */
  private static final boolean[] RECORDED = new boolean[LIMIT];

  /** Calls inside of others, too. */
  private static final boolean[] CALLED = new boolean[LIMIT];

  private Hits() {}

  /** Called first in a method. */
  public static void hit(int line) {
    Session s = Hooks.session;
    ThreadBuffer b = s == null ? null : s.buffer();
    if (b != null) {
      CALLED[line] = true;
      if (b.calls.isUnknown() || !b.calls.isUp()) {
        RECORDED[line] = true;
      }
    }
  }

  /** Forgets all calls. */
  public static void clear() {
    Arrays.fill(RECORDED, false);
    Arrays.fill(CALLED, false);
  }

  /** The lines of calls that were recorded, or of calls inside of others, too. */
  public static BitSet lines(boolean inner) {
    boolean[] hit = inner ? CALLED : RECORDED;
    BitSet lines = new BitSet();
    for (int i = 0; i < LIMIT; i++) {
      lines.set(i, hit[i]);
    }
    return lines;
  }
}
