package io.racedet.engine.history;

import io.racedet.race.AccessContext;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Rows with the last access by each thread, for the variables that need one. The memory of a row is
 * linear in the number of its threads.
 */
public final class AccessTable {
  /* A row is a hash table by thread of two words an entry: the epoch, 0 where there is none, and the
   * detail word. */
  private static final int INITIAL_ENTRIES = 4;
  private static final int NO_ROOM = -1;

  private long[][] rows = new long[16][];
  private int size;
  private int[] released = new int[16];
  private int free;

  /** Returns an empty row. */
  public int acquire() {
    if (free > 0) {
      return released[--free];
    }
    rows = ObjectArrays.grow(rows, size + 1);
    rows[size] = new long[RowHash.ENTRY * INITIAL_ENTRIES];
    return size++;
  }

  /** Releases a row; its id is reused. */
  public void release(int row) {
    clear(row);
    released = IntArrays.grow(released, free + 1);
    released[free++] = row;
  }

  /** Returns a new row with the accesses of another one, each some events later. */
  public int copy(int row, int later) {
    long[] words = rows[row].clone();
    for (int i = 0; i < words.length; i += RowHash.ENTRY) {
      words[i] += words[i] == 0 ? 0 : later;
    }
    int copy = acquire();
    rows[copy] = words;
    return copy;
  }

  /** Whether a row is what {@link #copy} makes of another one. */
  public boolean isShifted(int row, int copy, long later) {
    long[] words = rows[row];
    long[] others = rows[copy];
    boolean isSame = words.length == others.length;
    for (int i = 0; i < words.length && isSame; i += RowHash.ENTRY) {
      isSame = words[i + 1] == others[i + 1] && others[i] == (words[i] == 0 ? 0 : words[i] + later);
    }
    return isSame;
  }

  /** One of the epochs of a row, always the same one for rows with the same accesses; or 0. */
  public long anyEpoch(int row) {
    long[] words = rows[row];
    for (int i = 0; i < words.length; i += RowHash.ENTRY) {
      if (words[i] != 0) {
        return words[i];
      }
    }
    return 0;
  }

  /** How many rows are in use. */
  public int inUse() {
    return size - free;
  }

  void clear(int row) {
    Arrays.fill(rows[row], 0);
  }

  /** Marks the contexts of all accesses; rows that are released have none. */
  public void markContexts(BitSet live) {
    for (int row = 0; row < size; row++) {
      long[] words = rows[row];
      for (int i = 0; i < words.length; i += RowHash.ENTRY) {
        if (words[i] != 0) {
          live.set(AccessContext.context(words[i + 1]));
        }
      }
    }
  }

  /** The words of a row: epoch and detail alternately, with epoch 0 for no access. */
  public long[] row(int row) {
    return rows[row];
  }

  /** Records an access, which replaces the previous one by the same thread. */
  public void put(int row, int thread, long epoch, long detail) {
    long[] words = rows[row];
    int at = find(words, thread);
    if (at == NO_ROOM || words[at] == 0 && isFull(words, at, thread)) {
      words = doubled(words);
      rows[row] = words;
      at = find(words, thread);
    }
    words[at] = epoch;
    words[at + 1] = detail;
  }

  /** The epoch of a thread's access, 0 if it has none. */
  public long epoch(int row, int thread) {
    int at = find(rows[row], thread);
    return at == NO_ROOM ? 0 : rows[row][at];
  }

  /** The position of a thread's entry, or of the free entry for it. */
  private static int find(long[] words, int thread) {
    int mask = words.length - 1;
    int at = home(words, thread);
    for (int i = 0; i < words.length; i += RowHash.ENTRY) {
      if (words[at] == 0 || Epoch.thread(words[at]) == thread) {
        return at;
      }
      at = at + RowHash.ENTRY & mask;
    }
    return NO_ROOM;
  }

  private static int home(long[] words, int thread) {
    return RowHash.ofDense(thread) * RowHash.ENTRY & words.length - 1;
  }

  private static boolean isFull(long[] words, int at, int thread) {
    return RowHash.isFull(words, 0, words.length, home(words, thread), at);
  }

  private static long[] doubled(long[] words) {
    long[] larger = new long[Math.multiplyExact(words.length, 2)];
    for (int i = 0; i < words.length; i += RowHash.ENTRY) {
      if (words[i] != 0) {
        int at = find(larger, Epoch.thread(words[i]));
        larger[at] = words[i];
        larger[at + 1] = words[i + 1];
      }
    }
    return larger;
  }
}
