package io.racedet.engine.history;

import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.Arrays;

/** Sets of locks as numbers: equal sets have equal numbers. Not thread-safe. */
public final class Locksets {
  /** The set of all locks: the lockset of a variable before its first access. */
  public static final int ALL = 0;

  /** The empty set. */
  public static final int EMPTY = 1;

  private static final int CACHE_BITS = 14;
  private static final int CACHE = 1 << CACHE_BITS;
  private static final long MIX =
      0x9E37_79B9_7F4A_7C15L; // a multiplicative hash, used by its high bits

  private int[][] sets = new int[64][]; // by number, ascending
  private int size = 1;
  private int[] table = new int[256]; // numbers by hash, ALL where there is none; half full at most
  private final long[] cachedPairs = new long[CACHE]; // | smaller number:32 | larger:32 |
  private final int[] cachedMeets = new int[CACHE];

  public Locksets() {
    of(new int[0]);
  }

  /** The number of a set, given as an array, which is sorted here and may contain duplicates. */
  public int of(int[] locks) {
    Arrays.sort(locks);
    int count = 0;
    for (int lock : locks) {
      if (count == 0 || locks[count - 1] != lock) {
        locks[count++] = lock;
      }
    }
    return intern(locks, count);
  }

  /** The intersection of two sets. */
  public int meet(int a, int b) {
    if (a == b || b == ALL) {
      return a;
    }
    if (a == ALL) {
      return b;
    }
    if (a == EMPTY || b == EMPTY) {
      return EMPTY;
    }
    long pair = (long) Math.min(a, b) << Integer.SIZE | Math.max(a, b);
    int slot = (int) (pair * MIX >>> Long.SIZE - CACHE_BITS);
    if (cachedPairs[slot] != pair) {
      cachedMeets[slot] = compute(sets[a], sets[b]);
      cachedPairs[slot] = pair;
    }
    return cachedMeets[slot];
  }

  private int compute(int[] a, int[] b) {
    int[] common = new int[Math.min(a.length, b.length)];
    int count = 0;
    for (int i = 0, j = 0; i < a.length && j < b.length; ) {
      if (a[i] == b[j]) {
        common[count++] = a[i];
        i++;
        j++;
      } else if (a[i] < b[j]) {
        i++;
      } else {
        j++;
      }
    }
    return intern(common, count);
  }

  private int intern(int[] ascending, int count) {
    int at = slot(ascending, count);
    while (table[at] != ALL) {
      int[] set = sets[table[at]];
      if (Arrays.equals(set, 0, set.length, ascending, 0, count)) {
        return table[at];
      }
      at = at + 1 & table.length - 1;
    }
    if (size == sets.length) {
      sets = ObjectArrays.grow(sets, size + 1);
    }
    sets[size] = Arrays.copyOf(ascending, count);
    table[at] = size++;
    if (2 * size > table.length) {
      rehash();
    }
    return size - 1;
  }

  private void rehash() {
    table = new int[2 * table.length];
    for (int number = EMPTY; number < size; number++) {
      int at = slot(sets[number], sets[number].length);
      while (table[at] != ALL) {
        at = at + 1 & table.length - 1;
      }
      table[at] = number;
    }
  }

  private int slot(int[] locks, int count) {
    long hash = 1;
    for (int i = 0; i < count; i++) {
      hash = (hash + locks[i]) * MIX;
    }
    return (int) (hash >>> Integer.SIZE) & table.length - 1;
  }
}
