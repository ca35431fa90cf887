package io.racedet.engine.order;

import it.unimi.dsi.fastutil.longs.LongArrays;

/** The open sections of one thread by lock, to compare them with others in linear time. */
final class MarkedSections {
  private static final int MODES = 2; // bits
  private static final int SHARED = 1;
  private static final int EXCLUSIVE = 2;

  private long[] marks = new long[0]; // by lock: | pass:62 | modes:2 |
  private long passes;

  /** Marks these sections only. */
  void mark(HeldSections sections) {
    passes++;
    for (HeldSections at = sections; at != null; at = at.others()) {
      int lock = at.innermost().lock;
      if (lock >= marks.length) {
        marks = LongArrays.grow(marks, lock + 1);
      }
      marks[lock] = passes << MODES | modes(lock) | (at.innermost().shared ? SHARED : EXCLUSIVE);
    }
  }

  /** Whether a marked section excludes another thread's section. */
  boolean excludes(OpenSection section) {
    long modes = modes(section.lock);
    return section.shared ? (modes & EXCLUSIVE) != 0 : modes != 0;
  }

  private long modes(int lock) {
    return lock < marks.length && marks[lock] >>> MODES == passes
        ? marks[lock] & (SHARED | EXCLUSIVE)
        : 0;
  }
}
