package io.racedet.engine.cp;

import io.racedet.engine.history.Epoch;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrays;

/**
 * For each history and variable the last sections that wrote and that read it: the last one, and
 * the last one by a different thread.
 */
final class CpConflicts {
  /* Words of an entry; each is | thread:24 | number of the section:40 |, 0 for none. */
  private static final int WORDS = 4;
  private static final int WRITE = 0;
  private static final int READ = 2;
  private static final int OTHER = 1; // after the last one
  private static final int NONE = -1;
  private static final int INITIAL = 64;

  private final Long2IntOpenHashMap entries = new Long2IntOpenHashMap();
  private long[] words = new long[INITIAL * WORDS];
  private int used;

  CpConflicts() {
    entries.defaultReturnValue(NONE);
  }

  /** Records an access in a section that is still open. */
  void note(int history, int variable, boolean isWrite, int thread, long number) {
    int at = entry(history, variable) + (isWrite ? WRITE : READ);
    long last = words[at];
    if (last != 0 && Epoch.thread(last) != thread) {
      words[at + OTHER] = last;
    }
    words[at] = Epoch.of(thread, number);
  }

  /** The last section with a conflicting access by another thread, 0 for none. */
  long newest(int history, int variable, boolean isWrite, int thread) {
    int entry = entries.get(key(history, variable));
    if (entry == NONE) {
      return 0;
    }
    long write = newestOfOthers(entry + WRITE, thread);
    return isWrite ? Math.max(write, newestOfOthers(entry + READ, thread)) : write;
  }

  private long newestOfOthers(int at, int thread) {
    long last = words[at];
    return Epoch.index(Epoch.thread(last) == thread ? words[at + OTHER] : last);
  }

  private int entry(int history, int variable) {
    long key = key(history, variable);
    int entry = entries.get(key);
    if (entry == NONE) {
      entry = used;
      used += WORDS;
      words = LongArrays.grow(words, used);
      entries.put(key, entry);
    }
    return entry;
  }

  private static long key(int history, int variable) {
    return (long) history << Integer.SIZE | variable;
  }
}
