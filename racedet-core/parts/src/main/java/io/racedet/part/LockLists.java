package io.racedet.part;

import io.racedet.ids.LockUse;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Lists of locks that were held, in the order of acquisition, and the sets of locks that protect
 * accesses, each numbered. Not thread-safe.
 */
final class LockLists {
  /** The set of a variable without access: all locks. */
  static final int ALL = -1;

  /** The lock that all atomic accesses hold beside others. */
  static final int ATOMIC = -1;

  private static final int UNKNOWN = -2;

  /** A list or set, compared by its elements. */
  private record Locks(long... locks) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Locks o && Arrays.equals(locks, o.locks);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(locks);
    }
  }

  private final Numbering<Locks> lists = new Numbering<>(); // see LockUse
  private final Numbering<Locks> sets = new Numbering<>(); // of locks, ascending
  private final Long2IntOpenHashMap meets = new Long2IntOpenHashMap(); // by | set:32 | set:32 |
  private final Long2IntOpenHashMap protections = new Long2IntOpenHashMap(); // | list | kind:2 |

  LockLists() {
    meets.defaultReturnValue(UNKNOWN);
    protections.defaultReturnValue(UNKNOWN);
  }

  /** The number of a list of locks, each as a {@link LockUse}. */
  int list(long... locks) {
    return lists.of(new Locks(locks));
  }

  int listCount() {
    return lists.inOrder().size();
  }

  int setCount() {
    return sets.inOrder().size();
  }

  long[] list(int number) {
    return lists.get(number).locks();
  }

  /** The number of a set of locks, ascending. */
  int set(long... locks) {
    return sets.of(new Locks(locks));
  }

  long[] set(int number) {
    return sets.get(number).locks();
  }

  /** The locks of a list that protect an access. */
  int protecting(int list, boolean isWrite, boolean isAtomic) {
    long key = (long) list << 2 | (isWrite ? 2 : 0) | (isAtomic ? 1 : 0);
    int known = protections.get(key);
    if (known == UNKNOWN) {
      IntStream.Builder locks = IntStream.builder();
      if (isAtomic) {
        locks.add(ATOMIC);
      }
      for (long lock : list(list)) {
        if (!isWrite || !LockUse.isShared((int) lock)) {
          locks.add(LockUse.lock((int) lock));
        }
      }
      known = set(locks.build().asLongStream().sorted().toArray());
      protections.put(key, known);
    }
    return known;
  }

  /** The locks in both sets. */
  int meet(int one, int other) {
    if (one == other || other == ALL) {
      return one;
    }
    if (one == ALL) {
      return other;
    }
    long key = (long) one << Integer.SIZE | other;
    int known = meets.get(key);
    if (known == UNKNOWN) {
      long[] others = set(other);
      known =
          set(
              Arrays.stream(set(one))
                  .filter(lock -> Arrays.binarySearch(others, lock) >= 0)
                  .toArray());
      meets.put(key, known);
    }
    return known;
  }

  boolean isEmpty(int set) {
    return set != ALL && set(set).length == 0;
  }
}
