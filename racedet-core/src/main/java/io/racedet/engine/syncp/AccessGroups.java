package io.racedet.engine.syncp;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;

/**
 * The accesses of each variable, grouped by thread, operation and location, each group in the order
 * of the trace; from which access on a group may race with a thread; and which groups race.
 */
final class AccessGroups {
  /** In place of a group or an entry. */
  static final int NONE = -1;

  // By variable: its first and last group.
  private int[] head = new int[0];
  private int[] tail = new int[0];

  // By group.
  private final IntArrayList nextGroup = new IntArrayList();
  private final IntArrayList thread = new IntArrayList();
  private final IntArrayList kind = new IntArrayList();
  private final IntArrayList location = new IntArrayList();
  private final IntArrayList first = new IntArrayList(); // entries
  private final IntArrayList last = new IntArrayList();
  private final LongArrayList sources = new LongArrayList(); // those of its thread at the last one

  // By entry.
  private final LongArrayList index = new LongArrayList();
  private final IntArrayList context = new IntArrayList();
  private final IntArrayList next = new IntArrayList();

  // | group:32 | thread:32 |: the first entry that may race with a later access by the thread.
  private final Long2IntOpenHashMap candidate = new Long2IntOpenHashMap();
  private final LongOpenHashSet racing = new LongOpenHashSet(); // | group:32 | later group:32 |

  AccessGroups() {
    candidate.defaultReturnValue(NONE);
  }

  private static long pair(int group, int other) {
    return (long) group << Integer.SIZE | other;
  }

  /** The first group of a variable, or NONE. */
  int groups(int variable) {
    return variable < head.length ? head[variable] : NONE;
  }

  /** The next group of the variable of a group, or NONE. */
  int after(int group) {
    return nextGroup.getInt(group);
  }

  /** Adds a group without an access. */
  int add(int variable, int ofThread, int ofKind, int ofLocation) {
    int group = thread.size();
    nextGroup.add(NONE);
    thread.add(ofThread);
    kind.add(ofKind);
    location.add(ofLocation);
    first.add(NONE);
    last.add(NONE);
    sources.add(0);
    if (variable >= head.length) {
      int length = head.length;
      head = IntArrays.grow(head, variable + 1);
      Arrays.fill(head, length, head.length, NONE);
      tail = IntArrays.grow(tail, variable + 1);
    }
    if (head[variable] == NONE) {
      head[variable] = group;
    } else {
      nextGroup.set(tail[variable], group);
    }
    tail[variable] = group;
    return group;
  }

  boolean is(int group, int ofThread, int ofKind, int ofLocation) {
    return thread.getInt(group) == ofThread
        && kind.getInt(group) == ofKind
        && location.getInt(group) == ofLocation;
  }

  int thread(int group) {
    return thread.getInt(group);
  }

  /** The ordinal of the operation of the accesses of a group. */
  int kind(int group) {
    return kind.getInt(group);
  }

  int location(int group) {
    return location.getInt(group);
  }

  /**
   * Adds an access, unless each thread that it may race with may race with the last one, too.
   *
   * @param needed how many events of the thread other ones may need, up to the access
   */
  void append(int group, long atIndex, int inContext, long needed) {
    int end = last.getInt(group);
    if (end != NONE && sources.getLong(group) == needed && context.getInt(end) == inContext) {
      return;
    }
    int entry = index.size();
    index.add(atIndex);
    context.add(inContext);
    next.add(NONE);
    if (end == NONE) {
      first.set(group, entry);
    } else {
      next.set(end, entry);
    }
    last.set(group, entry);
    sources.set(group, needed);
  }

  /** The index of the last access of a group. */
  long lastIndex(int group) {
    return index.getLong(last.getInt(group));
  }

  long index(int entry) {
    return index.getLong(entry);
  }

  int context(int entry) {
    return context.getInt(entry);
  }

  /** The next access of the group, or NONE. */
  int next(int entry) {
    return next.getInt(entry);
  }

  /**
   * The first access of a group that may race with later ones by a thread; NONE if there is none.
   */
  int candidate(int group, int other) {
    int last = candidate.get(pair(group, other));
    return last == NONE ? first.getInt(group) : next.getInt(last);
  }

  /** Remembers that a thread's later accesses race with no access of a group up to one. */
  void exclude(int group, int other, int entry) {
    candidate.put(pair(group, other), entry);
  }

  /** Whether an access of a group races with a later one of another group. */
  boolean isRacing(int group, int later) {
    return racing.contains(pair(group, later));
  }

  void setRacing(int group, int later) {
    racing.add(pair(group, later));
  }
}
