package io.racedet.witness;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * The items of threads for owners (locks, variables, channels), grouped by owner, thread and kind,
 * in the order of each thread. Immutable once built.
 */
final class OwnerLists {
  private static final int KIND_SHIFT = Integer.SIZE;
  private static final int THREAD_SHIFT = KIND_SHIFT + 1;
  private static final int NONE = EventHistory.NONE;

  private final int[] groups; // by owner: its first group
  private final int[] thread; // by group
  private final int[] kind; // by group, 0 or 1
  private final int[] from; // by group: its first entry; none is empty
  private final int[] items;
  private final int[] ranks; // by entry: the item's rank in its thread

  /** Collects items. */
  static final class Builder {
    private final IntArrayList owners = new IntArrayList();
    private final LongArrayList keys = new LongArrayList(); // | thread:24 | kind:1 | item:32 |

    /** Adds an item; those of one thread must be added in its order, with ascending numbers. */
    void add(int owner, int thread, int kind, int item) {
      owners.add(owner);
      keys.add((long) thread << THREAD_SHIFT | (long) kind << KIND_SHIFT | item);
    }

    /**
     * Groups what has been added.
     *
     * @param ranks by item: its rank in its thread
     */
    OwnerLists build(int count, RankOf ranks) {
      return new OwnerLists(this, count, ranks);
    }
  }

  /** The rank of an item in its thread. */
  interface RankOf {
    int rank(int item);
  }

  private OwnerLists(Builder built, int count, RankOf rankOf) {
    int size = built.keys.size();
    int[] bounds = bounds(built.owners, count);
    long[] sorted = sorted(built, bounds);
    items = new int[size];
    ranks = new int[size];
    groups = new int[count + 1];
    IntArrayList starts = new IntArrayList();
    IntArrayList threads = new IntArrayList();
    IntArrayList kinds = new IntArrayList();
    for (int owner = 0; owner < count; owner++) {
      groups[owner] = starts.size();
      long group = -1;
      for (int i = bounds[owner]; i < bounds[owner + 1]; i++) {
        if (sorted[i] >>> KIND_SHIFT != group) {
          group = sorted[i] >>> KIND_SHIFT;
          starts.add(i);
          threads.add((int) (group >>> 1));
          kinds.add((int) group & 1);
        }
        items[i] = (int) sorted[i];
        ranks[i] = rankOf.rank(items[i]);
      }
    }
    groups[count] = starts.size();
    starts.add(size);
    thread = threads.toIntArray();
    kind = kinds.toIntArray();
    from = starts.toIntArray();
  }

  /** By owner: the start of its items. */
  private static int[] bounds(IntArrayList owners, int count) {
    int[] bounds = new int[count + 1];
    for (int i = 0; i < owners.size(); i++) {
      bounds[owners.getInt(i) + 1]++;
    }
    for (int owner = 0; owner < count; owner++) {
      bounds[owner + 1] += bounds[owner];
    }
    return bounds;
  }

  private static long[] sorted(Builder built, int[] bounds) {
    long[] sorted = new long[built.keys.size()];
    int[] end = bounds.clone();
    for (int i = 0; i < sorted.length; i++) {
      sorted[end[built.owners.getInt(i)]++] = built.keys.getLong(i);
    }
    for (int owner = 0; owner + 1 < bounds.length; owner++) {
      Arrays.sort(sorted, bounds[owner], bounds[owner + 1]);
    }
    return sorted;
  }

  /** The first group of an owner; its groups end where those of the next owner begin. */
  int groups(int owner) {
    return groups[owner];
  }

  boolean isEmpty(int owner) {
    return owner + 1 >= groups.length || groups[owner] == groups[owner + 1];
  }

  int thread(int group) {
    return thread[group];
  }

  int kind(int group) {
    return kind[group];
  }

  /** The first item of a group. */
  int first(int group) {
    return items[from[group]];
  }

  /** The last item of a group up to a rank in its thread, or NONE. */
  int lastUpTo(int group, int rank) {
    int low = from[group];
    int high = from[group + 1];
    if (ranks[low] > rank) {
      return NONE;
    }
    if (ranks[high - 1] <= rank) {
      return items[high - 1];
    }
    while (high - low > 1) { // ranks[low] <= rank < ranks[high]
      int middle = (low + high) >>> 1;
      if (ranks[middle] <= rank) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return items[low];
  }

  /** The last item of a group, whose items are positions, before a position, or NONE. */
  int lastBefore(int group, int position) {
    int at = Arrays.binarySearch(items, from[group], from[group + 1], position);
    int last = (at < 0 ? -at - 1 : at) - 1;
    return last < from[group] ? NONE : items[last];
  }
}
