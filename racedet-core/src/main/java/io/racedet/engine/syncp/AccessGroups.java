package io.racedet.engine.syncp;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.BitSet;

/**
 * The accesses to each variable, grouped by thread, operation and location, each group in the order
 * of the trace; up to which access a group does not race with a thread; and which groups race.
 */
final class AccessGroups {
  /* Variables and entries are far from each other in memory, and an access visits one array of its
   * variable and the end of all entries. So the array has all of a variable: the
   * keys of its groups beside each other, and then their records. An entry is
   * linked to the one before it, since a link to the next one would have to be added later. */
  /** In place of a group or an entry. */
  static final int NONE = -1;

  private static final int HEADER = 1; // word of a variable: the number of its groups

  private static final int RECORD = 4; // words of a group
  private static final int LAST_INDEX = 0;
  private static final int LAST = 1; // | context of the last entry:32 | last entry:32 |
  private static final int SOURCES = 2; // those of its thread at the last entry
  private static final int NUMBER = 3;
  private static final int FEW = 2; // groups for which there is place at first

  // Keys: | location:32 | kind:8 | thread:24 |
  private static final int THREAD_BITS = 24;
  private static final int THREAD_MASK = (1 << THREAD_BITS) - 1;
  private static final int KIND_MASK = (1 << Byte.SIZE) - 1;

  private static final int ENTRY = 2; // words: the index, | context:32 | the previous entry:32 |

  private long[][] variables = new long[0][]; // null before the first group
  private final Entries entries = new Entries(ENTRY);
  private int groups;

  // | group:32 | thread:32 |: the last entry that races with no later access by the thread.
  private final Long2IntOpenHashMap excluded = new Long2IntOpenHashMap();
  private BitSet[] racing = new BitSet[0]; // by later group: the places of earlier ones, or null

  AccessGroups() {
    excluded.defaultReturnValue(NONE);
  }

  /** The key of a group. */
  static long key(int thread, int kind, int location) {
    return Entries.word(location, kind << THREAD_BITS | thread);
  }

  private static int places(long[] variable) {
    return (variable.length - HEADER) / (1 + RECORD);
  }

  private static int record(long[] variable, int place) {
    return HEADER + places(variable) + place * RECORD;
  }

  /** How many groups a variable has; their places are from 0. */
  int count(int variable) {
    boolean isKnown = variable < variables.length && variables[variable] != null;
    return isKnown ? (int) variables[variable][0] : 0;
  }

  /** The place of the group of a variable with a key, which is added if there is none. */
  int place(int variable, long key) {
    int count = count(variable);
    for (int place = 0; place < count; place++) {
      if (variables[variable][HEADER + place] == key) {
        return place;
      }
    }
    return add(variable, key, count);
  }

  private int add(int variable, long key, int count) {
    if (variable >= variables.length) {
      variables = ObjectArrays.grow(variables, variable + 1);
    }
    if (variables[variable] == null) {
      variables[variable] = new long[HEADER + FEW * (1 + RECORD)];
    } else if (count == places(variables[variable])) {
      variables[variable] = grown(variables[variable], count);
    }
    long[] all = variables[variable];
    all[0] = count + 1;
    all[HEADER + count] = key;
    int record = record(all, count);
    all[record + LAST] = Entries.word(NONE, NONE);
    all[record + NUMBER] = groups++;
    return count;
  }

  private static long[] grown(long[] variable, int count) {
    long[] grown = new long[HEADER + 2 * count * (1 + RECORD)];
    System.arraycopy(variable, 0, grown, 0, HEADER + count);
    System.arraycopy(variable, record(variable, 0), grown, record(grown, 0), count * RECORD);
    return grown;
  }

  /** The thread, kind and location of a group. */
  long key(int variable, int place) {
    return variables[variable][HEADER + place];
  }

  /** The index of the last access of a group. */
  long lastIndex(int variable, int place) {
    return variables[variable][record(variables[variable], place) + LAST_INDEX];
  }

  /** The number of a group. */
  int number(int variable, int place) {
    return (int) variables[variable][record(variables[variable], place) + NUMBER];
  }

  static int thread(long key) {
    return (int) key & THREAD_MASK;
  }

  /** The ordinal of the operation of the accesses of a group. */
  static int kind(long key) {
    return (int) key >>> THREAD_BITS & KIND_MASK;
  }

  static int location(long key) {
    return Entries.high(key);
  }

  /**
   * Adds an access, unless each thread that it may race with may race with the last one, too.
   *
   * @param sources how many events of the thread other ones may need, up to the access
   */
  void append(int variable, int place, long index, int context, long sources) {
    long[] all = variables[variable];
    int record = record(all, place);
    int last = (int) all[record + LAST];
    if (last != NONE
        && all[record + SOURCES] == sources
        && Entries.high(all[record + LAST]) == context) {
      return;
    }
    int entry = entries.add();
    entries.set(entry, 0, index);
    entries.set(entry, 1, Entries.word(context, last));
    all[record + LAST_INDEX] = index;
    all[record + LAST] = Entries.word(context, entry);
    all[record + SOURCES] = sources;
  }

  long index(int entry) {
    return entries.get(entry, 0);
  }

  private long link(int entry) {
    return entries.get(entry, 1);
  }

  int context(int entry) {
    return Entries.high(link(entry));
  }

  /**
   * Collects the accesses of a group that may race with later ones by a thread, the last one first.
   *
   * @param known the index up to which the group's thread is before the later ones
   */
  void collect(int variable, int place, int thread, long known, IntArrayList into) {
    into.clear();
    int first = excluded.get(Entries.word(number(variable, place), thread));
    int entry = (int) variables[variable][record(variables[variable], place) + LAST];
    while (entry != first && index(entry) > known) {
      into.add(entry);
      entry = (int) link(entry);
    }
  }

  /** Remembers that a thread's later accesses race with no access of a group up to one. */
  void exclude(int ofGroup, int thread, int upTo) {
    excluded.put(Entries.word(ofGroup, thread), upTo);
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
