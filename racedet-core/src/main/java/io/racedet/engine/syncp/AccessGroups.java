package io.racedet.engine.syncp;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.BitSet;

/**
 * The accesses of each variable, grouped by thread, operation and location, each group in the order
 * of the trace; from which access on a group may race with a thread; and which groups race.
 */
final class AccessGroups {
  /* Groups and entries are records of several words. Those of a variable's groups that every access
   * visits are beside each other in an array of the variable. */
  /** In place of a group or an entry. */
  static final int NONE = -1;

  private static final int VISITED = 3; // words, by place
  private static final int KEY = 0; // | location:32 | kind:8 | thread:24 |
  private static final int LAST_INDEX = 1;
  private static final int NUMBER = 2; // of the group

  private static final int GROUP = 3; // words, by number
  private static final int FIRST = 0; // entry
  private static final int LAST = 1; // | context of the last entry:32 | last entry:32 |
  private static final int SOURCES = 2; // those of its thread at the last entry

  private static final int THREAD_BITS = 24;
  private static final int THREAD_MASK = (1 << THREAD_BITS) - 1;
  private static final int KIND_MASK = (1 << Byte.SIZE) - 1;

  private static final int ENTRY = 2; // words: the index, | context:32 | the next entry:32 |

  private long[][] visited = new long[0][]; // by variable, null before its first group
  private int[] size = new int[0]; // by variable: the number of its groups

  private long[] group = new long[0];
  private int groups;
  private long[] entry = new long[0];
  private int entries;

  // | group:32 | thread:32 |: the last entry that races with no later access by the thread.
  private final Long2IntOpenHashMap excluded = new Long2IntOpenHashMap();
  private BitSet[] racing = new BitSet[0]; // by later group: the places of earlier ones, or null

  AccessGroups() {
    excluded.defaultReturnValue(NONE);
  }

  private static long words(int high, int low) {
    return (long) high << Integer.SIZE | low & 0xFFFF_FFFFL;
  }

  /** The key of a group. */
  static long key(int thread, int kind, int location) {
    return words(location, kind << THREAD_BITS | thread);
  }

  /** How many groups a variable has; their places are from 0. */
  int count(int variable) {
    return variable < size.length ? size[variable] : 0;
  }

  /** The place of the group of a variable with a key, or NONE. */
  int find(int variable, long key) {
    int count = count(variable);
    for (int place = 0; place < count; place++) {
      if (visited[variable][place * VISITED + KEY] == key) {
        return place;
      }
    }
    return NONE;
  }

  /** Adds a group without an access; returns its place. */
  int add(int variable, long key) {
    if (variable >= size.length) {
      size = IntArrays.grow(size, variable + 1);
      visited = ObjectArrays.grow(visited, variable + 1);
    }
    int place = size[variable]++;
    int at = place * VISITED;
    visited[variable] =
        visited[variable] == null
            ? new long[VISITED]
            : LongArrays.grow(visited[variable], at + VISITED, at);
    visited[variable][at + KEY] = key;
    visited[variable][at + NUMBER] = groups;
    int base = groups * GROUP;
    group = LongArrays.grow(group, base + GROUP, base);
    group[base + FIRST] = NONE;
    group[base + LAST] = words(NONE, NONE);
    groups++;
    return place;
  }

  /** The thread, kind and location of a group. */
  long key(int variable, int place) {
    return visited[variable][place * VISITED + KEY];
  }

  /** The index of the last access of a group. */
  long lastIndex(int variable, int place) {
    return visited[variable][place * VISITED + LAST_INDEX];
  }

  /** The number of a group. */
  int number(int variable, int place) {
    return (int) visited[variable][place * VISITED + NUMBER];
  }

  static int thread(long key) {
    return (int) key & THREAD_MASK;
  }

  /** The ordinal of the operation of the accesses of a group. */
  static int kind(long key) {
    return (int) key >>> THREAD_BITS & KIND_MASK;
  }

  static int location(long key) {
    return (int) (key >> Integer.SIZE);
  }

  /**
   * Adds an access, unless each thread that it may race with may race with the last one, too.
   *
   * @param sources how many events of the thread other ones may need, up to the access
   */
  void append(int variable, int place, long index, int context, long sources) {
    int base = number(variable, place) * GROUP;
    int last = (int) group[base + LAST];
    if (last != NONE
        && group[base + SOURCES] == sources
        && (int) (group[base + LAST] >> Integer.SIZE) == context) {
      return;
    }
    int at = entries * ENTRY;
    entry = LongArrays.grow(entry, at + ENTRY, at);
    entry[at] = index;
    entry[at + 1] = words(context, NONE);
    if (last == NONE) {
      group[base + FIRST] = entries;
    } else {
      int before = last * ENTRY + 1;
      entry[before] = words((int) (entry[before] >> Integer.SIZE), entries);
    }
    group[base + LAST] = words(context, entries++);
    visited[variable][place * VISITED + LAST_INDEX] = index;
    group[base + SOURCES] = sources;
  }

  long index(int ofEntry) {
    return entry[ofEntry * ENTRY];
  }

  int context(int ofEntry) {
    return (int) (entry[ofEntry * ENTRY + 1] >> Integer.SIZE);
  }

  /** The next access of the group, or NONE. */
  int next(int ofEntry) {
    return (int) entry[ofEntry * ENTRY + 1];
  }

  /** The first access of a group that may race with later ones by a thread, or NONE. */
  int candidate(int ofGroup, int thread) {
    int last = excluded.get(words(ofGroup, thread));
    return last == NONE ? (int) group[ofGroup * GROUP + FIRST] : next(last);
  }

  /** Remembers that a thread's later accesses race with no access of a group up to one. */
  void exclude(int ofGroup, int thread, int upTo) {
    excluded.put(words(ofGroup, thread), upTo);
  }

  /**
   * The groups that are known to race with later accesses of one.
   *
   * @return their places among the groups of the variable, or null
   */
  BitSet racing(int later) {
    return later < racing.length ? racing[later] : null;
  }

  /** Remembers that a group, by its place among those of the variable, races with a later one. */
  void setRacing(int place, int later) {
    racing = ObjectArrays.grow(racing, later + 1);
    if (racing[later] == null) {
      racing[later] = new BitSet();
    }
    racing[later].set(place);
  }
}
