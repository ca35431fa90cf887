package io.racedet.engine;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Sets of locks as numbers: equal sets have equal numbers. Not thread-safe. */
final class Locksets {
  /** The set of every lock there is: what protects a variable that was never accessed. */
  static final int ALL = 0;

  /** The set of no lock. */
  static final int EMPTY = 1;

  private static final int NONE = -1;
  private static final int CACHE_BITS = 14;
  private static final int CACHE = 1 << CACHE_BITS;
  private static final long MIX = 0x9E37_79B9_7F4A_7C15L; // spreads a key over its high bits

  private final Object2IntOpenHashMap<IntArrayList> numbers = new Object2IntOpenHashMap<>();
  private final List<int[]> sets = new ArrayList<>(); // by number, ascending
  private final long[] cachedPairs = new long[CACHE]; // | smaller number:32 | larger:32 |
  private final int[] cachedMeets = new int[CACHE];

  Locksets() {
    numbers.defaultReturnValue(NONE);
    sets.add(null);
    of(new int[0]);
  }

  /** The number of a set; the array is sorted here, and an element may come more than once. */
  int of(int[] locks) {
    Arrays.sort(locks);
    int size = 0;
    for (int lock : locks) {
      if (size == 0 || locks[size - 1] != lock) {
        locks[size++] = lock;
      }
    }
    return intern(locks, size);
  }

  /** The locks that are in both sets. */
  int meet(int a, int b) {
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
      cachedMeets[slot] = compute(sets.get(a), sets.get(b));
      cachedPairs[slot] = pair;
    }
    return cachedMeets[slot];
  }

  private int compute(int[] a, int[] b) {
    int[] common = new int[Math.min(a.length, b.length)];
    int size = 0;
    for (int i = 0, j = 0; i < a.length && j < b.length; ) {
      if (a[i] == b[j]) {
        common[size++] = a[i];
        i++;
        j++;
      } else if (a[i] < b[j]) {
        i++;
      } else {
        j++;
      }
    }
    return intern(common, size);
  }

  private int intern(int[] ascending, int size) {
    IntArrayList key = IntArrayList.wrap(ascending, size);
    int number = numbers.getInt(key);
    if (number == NONE) {
      number = sets.size();
      int[] locks = Arrays.copyOf(ascending, size);
      sets.add(locks);
      numbers.put(IntArrayList.wrap(locks), number);
    }
    return number;
  }
}
