package io.racedet.engine.history;

import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/**
 * Sets of locks as numbers: equal sets have equal numbers. A set with one lock more than another
 * takes constant space. Not thread-safe.
 */
public final class Locksets {
  /* Each set is a smaller one and a lock that it does not contain, so that the sets form a tree. A
   * skip pointer to an ancestor tells in O(log depth) whether one set is an ancestor of another.
   * The hash of a set is a sum over its locks, whatever their order. */

  /** The set of all locks: the lockset of a variable before its first access. */
  public static final int ALL = 0;

  /** The empty set. */
  public static final int EMPTY = 1;

  private static final int INITIAL = 64; // sets
  private static final int PAIRS_A_SET = 32; // in the cache of intersections
  private static final int MAX_CACHE = 1 << 14;

  private int size = 2;
  private int[] smaller = new int[INITIAL]; // by number: the set with one lock less
  private int[] lock = new int[INITIAL]; // that the smaller one does not have
  private int[] count = new int[INITIAL]; // of the locks
  private int[] skip = new int[INITIAL]; // an ancestor
  private long[] hash = new long[INITIAL];
  private int[] table = new int[256]; // numbers by hash, ALL where there is none; half full at most
  private int[] marks = new int[64]; // by 1 + lock: the last pass that has marked it
  private int passes;
  private long[] cachedPairs = new long[INITIAL * PAIRS_A_SET]; // | smaller number:32 | larger:32 |
  private int[] cachedMeets = new int[INITIAL * PAIRS_A_SET];

  /** Starts with the empty set. */
  public Locksets() {
    skip[EMPTY] = EMPTY;
  }

  /** The number of a set with a lock added, which may be in it; O(number of its locks). */
  public int with(int set, int added) {
    return contains(set, added) ? set : withNew(set, added);
  }

  /** The number of a set with a lock added that is not in it; in constant time on average. */
  int withNew(int set, int added) {
    long sum = hash[set] + HashCommon.murmurHash3((long) added);
    int at = slot(sum);
    while (table[at] != ALL) {
      int other = table[at];
      if (hash[other] == sum && count[other] == count[set] + 1 && isWith(other, set, added)) {
        return other;
      }
      at = at + 1 & table.length - 1;
    }
    table[at] = size;
    int number = append(set, added, sum);
    if (2 * size > table.length) {
      rehash();
    }
    return number;
  }

  private int append(int set, int added, long sum) {
    if (size == smaller.length) {
      smaller = IntArrays.grow(smaller, size + 1);
      lock = IntArrays.grow(lock, size + 1);
      count = IntArrays.grow(count, size + 1);
      skip = IntArrays.grow(skip, size + 1);
      hash = LongArrays.grow(hash, size + 1);
      growCache();
    }
    smaller[size] = set;
    lock[size] = added;
    count[size] = count[set] + 1;
    hash[size] = sum;
    int far = skip[set];
    boolean isEven = count[set] - count[far] == count[far] - count[skip[far]];
    skip[size] = isEven ? skip[far] : set;
    return size++;
  }

  /* What it holds is found again when it is asked for. */
  private void growCache() {
    int length = HashCommon.nextPowerOfTwo(Math.min(MAX_CACHE, PAIRS_A_SET * smaller.length));
    if (length > cachedPairs.length) {
      cachedPairs = new long[length];
      cachedMeets = new int[length];
    }
  }

  /** Whether a set consists of another one and a lock; both have as many locks. */
  private boolean isWith(int set, int other, int added) {
    if (smaller[set] == other && lock[set] == added) {
      return true;
    }
    mark(other);
    markLock(added);
    return marked(set) == count[set];
  }

  private boolean contains(int set, int searched) {
    int s = set;
    while (s != EMPTY && lock[s] != searched) {
      s = smaller[s];
    }
    return s != EMPTY;
  }

  /** The intersection of two sets; O(number of their locks), but for a pair that was met lately. */
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
    int slot = cached(pair);
    if (cachedPairs[slot] != pair) {
      int meet = count[a] <= count[b] ? compute(a, b) : compute(b, a);
      slot = cached(pair); // the cache may have grown
      cachedMeets[slot] = meet;
      cachedPairs[slot] = pair;
    }
    return cachedMeets[slot];
  }

  private int cached(long pair) {
    return (int) HashCommon.mix(pair) & cachedPairs.length - 1;
  }

  private int compute(int few, int many) {
    if (ancestor(many, count[few]) == few) {
      return few;
    }
    mark(many);
    int common = marked(few);
    if (common == count[few]) {
      return few;
    }
    int[] locks = new int[common];
    for (int s = few; s != EMPTY; s = smaller[s]) {
      if (isMarked(lock[s])) {
        locks[--common] = lock[s];
      }
    }
    Arrays.sort(locks);
    int meet = EMPTY;
    for (int each : locks) {
      meet = withNew(meet, each);
    }
    return meet;
  }

  /** The ancestor of a set that has a number of locks. */
  private int ancestor(int set, int locks) {
    int s = set;
    while (count[s] > locks) {
      s = count[skip[s]] >= locks ? skip[s] : smaller[s];
    }
    return s;
  }

  /** Begins a pass, and marks the locks of a set. */
  private void mark(int set) {
    passes++;
    for (int s = set; s != EMPTY; s = smaller[s]) {
      markLock(lock[s]);
    }
  }

  private void markLock(int marked) {
    if (marked + 1 >= marks.length) {
      marks = IntArrays.grow(marks, marked + 2);
    }
    marks[marked + 1] = passes;
  }

  private boolean isMarked(int searched) {
    return searched + 1 < marks.length && marks[searched + 1] == passes;
  }

  /** The number of locks of a set that this pass has marked. */
  private int marked(int set) {
    int found = 0;
    for (int s = set; s != EMPTY; s = smaller[s]) {
      found += isMarked(lock[s]) ? 1 : 0;
    }
    return found;
  }

  private void rehash() {
    table = new int[2 * table.length];
    for (int number = EMPTY + 1; number < size; number++) {
      int at = slot(hash[number]);
      while (table[at] != ALL) {
        at = at + 1 & table.length - 1;
      }
      table[at] = number;
    }
  }

  private int slot(long sum) {
    return (int) HashCommon.mix(sum) & table.length - 1;
  }
}
