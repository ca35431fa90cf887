package io.racedet.engine.syncp;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;

/** The accesses to variables while it is clear that no two of them race. */
final class AccessLog {
  /* That is so for most variables of a program: one thread alone accesses them, at least at first;
   * all that it did then comes before the accesses of the others; and since then none has written
   * the variable, or all have held a lock in common. An access visits the state of its variable,
   * which is small, and the end of the log. */
  /** What is needed of closures. */
  @FunctionalInterface
  interface Past {
    /** Whether all that a thread needs at an index includes another thread's events up to one. */
    boolean has(int thread, long index, int other, long upTo);
  }

  private static final int NONE = -1;

  private static final int STATE = 4; // words of a variable
  private static final int LAST = 0; // | users:32 | 1 + the last entry:32 |
  private static final int LOCKS = 1; // see CommonLocks; of the others once there are any
  private static final int PLACE = 2; // the key of the last access, see AccessGroups
  private static final int FIRST = 3; // the last index of the first user before there were others

  // Users: | may race:1 | written:1 | others:1 | 1 + the first thread:29 |
  private static final int RACING = 1 << 31;
  private static final int WRITTEN = 1 << 30; // by the others, or since there are any
  private static final int OTHERS = 1 << 29;
  private static final int THREAD = OTHERS - 1;

  // Words: | index:56 | kind:8 |, | context:32 | 1 + the previous entry of the variable:32 |,
  // | location:32 | sources:32 |
  private static final int ENTRY = 3;
  private static final int INDEX_SHIFT = 8;

  private final CommonLocks locks;
  private final Past past;
  private long[] states = new long[0];
  private final Entries entries = new Entries(ENTRY);

  AccessLog(CommonLocks locks, Past past) {
    this.locks = locks;
    this.past = past;
  }

  /**
   * Adds an access, unless another one at the same place and with the same sources is the last one.
   *
   * @param key its thread, kind and location, as {@link AccessGroups#key} has them
   * @param sources how many events of the thread other ones may need, up to the access
   * @return false if it is not clear that no accesses to the variable race, so that it was not
   *     added
   */
  boolean add(int variable, long key, boolean isWrite, long index, int context, long sources) {
    int base = variable * STATE;
    if (base + STATE > states.length) {
      states = LongArrays.grow(states, base + STATE);
    }
    int users = Entries.high(states[base + LAST]);
    if (users < 0) {
      return false;
    }
    int last = (int) states[base + LAST] - 1;
    int thread = AccessGroups.thread(key);
    if (users == 0) {
      users = thread + 1;
    } else if ((users & OTHERS) != 0 || (users & THREAD) != thread + 1) {
      users = shared(base, users, thread, isWrite, index, context);
      if (users < 0) {
        states[base + LAST] = Entries.word(users, last + 1);
        return false;
      }
    }
    if (states[base + PLACE] == key
        && last != NONE
        && context(last) == context
        && (int) entries.get(last, 2) == (int) sources) {
      return true;
    }
    states[base + PLACE] = key;
    int entry = entries.add();
    states[base + LAST] = Entries.word(users, 1 + entry);
    entries.set(entry, 0, index << INDEX_SHIFT | AccessGroups.kind(key));
    entries.set(entry, 1, Entries.word(context, last + 1));
    entries.set(entry, 2, Entries.word(AccessGroups.location(key), (int) sources));
    return true;
  }

  /** The users of a variable after an access by a thread when others than the first one use it. */
  private int shared(int base, int users, int thread, boolean isWrite, long index, int context) {
    int first = (users & THREAD) - 1;
    int now = users | OTHERS | (isWrite ? WRITTEN : 0);
    if ((users & OTHERS) == 0) {
      states[base + FIRST] = index((int) states[base + LAST] - 1);
      states[base + LOCKS] = locks.of(context, isWrite);
    } else {
      states[base + LOCKS] = locks.kept(states[base + LOCKS], context, isWrite);
    }
    boolean mayConflict = (now & WRITTEN) != 0 && CommonLocks.isEmpty(states[base + LOCKS]);
    boolean isClear =
        !mayConflict && (thread == first || past.has(thread, index, first, states[base + FIRST]));
    return isClear ? now : now | RACING;
  }

  /** Removes the accesses to a variable, and returns them, the last one first. */
  IntArrayList take(int variable) {
    IntArrayList taken = new IntArrayList();
    int base = variable * STATE;
    for (int entry = (int) states[base + LAST] - 1; entry != NONE; ) {
      taken.add(entry);
      entry = (int) entries.get(entry, 1) - 1;
    }
    states[base + LAST] = Entries.word(Entries.high(states[base + LAST]), 0);
    return taken;
  }

  /** Whether accesses to a variable have not been taken. */
  boolean has(int variable) {
    return (int) states[variable * STATE + LAST] != 0;
  }

  long index(int entry) {
    return entries.get(entry, 0) >>> INDEX_SHIFT;
  }

  int kind(int entry) {
    return (int) entries.get(entry, 0) & (1 << INDEX_SHIFT) - 1;
  }

  int context(int entry) {
    return Entries.high(entries.get(entry, 1));
  }

  int location(int entry) {
    return Entries.high(entries.get(entry, 2));
  }

  /** How many events of its thread other ones may need, up to it. */
  long sources(int entry) {
    return entries.get(entry, 2) & 0xFFFF_FFFFL;
  }
}
