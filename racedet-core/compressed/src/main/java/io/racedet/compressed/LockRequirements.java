package io.racedet.compressed;

import io.racedet.event.Op;
import io.racedet.ids.DenseIds;
import it.unimi.dsi.fastutil.booleans.BooleanArrays;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/**
 * What a growing stretch of a trace requires of the locks held before it to be well formed. Not
 * thread-safe.
 *
 * <p>The holder is one number: {@code | thread:30 | exact:1 | mode:1 |}.
 */
final class LockRequirements {
  private static final int NONE = -1;
  private static final int EXCLUSIVE = 0;
  private static final int SHARED = 1;
  private static final int MODE = 1;
  private static final int EXACT = 2;
  private static final int THREAD_SHIFT = 2;

  private final DenseIds locks = new DenseIds();
  private int[] rest = new int[16]; // by number of the lock: bits of modes
  private int[] holds = new int[16]; // the first hold

  private int size;
  private int[] next = new int[16]; // of the same lock
  private int[] who = new int[16];
  private long[] released = new long[16];
  private long[] acquired = new long[16];
  private int[] stamp = new int[16]; // of the part that changed it last
  private int stamps;
  private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap(); // | lock:32 | who:32 |

  /* Holds that have changed since it was last required that their threads do not hold the lock. For
   * the others the requirement adds nothing, so that an event does not depend on their number. */
  private int[] changed = new int[16]; // by number of the lock: the first one
  private int[] nextChanged = new int[16];
  private boolean[] isChanged = new boolean[16];
  private long steps;

  LockRequirements() {
    numbers.defaultReturnValue(NONE);
  }

  private boolean broken;

  void clear() {
    locks.clear();
    numbers.clear();
    size = 0;
    stamps = 0;
    steps = 0;
  }

  /** The work since the stretch was cleared: how many holds were visited. */
  long steps() {
    return steps;
  }

  /** How many holds and locks there are. */
  long size() {
    return size + locks.size();
  }

  /** Whether the stretch is not well formed whatever locks are held before it. */
  boolean isBroken() {
    return broken;
  }

  /** Whether the stretch is well formed at the beginning of a trace. */
  boolean isNothingHeldBefore() {
    for (int hold = 0; hold < size; hold++) {
      if (released[hold] > 0) {
        return false;
      }
    }
    return true;
  }

  /** Adds an acquire or a release. */
  void take(Op op, int thread, int lock) {
    int number = number(lock);
    int exclusive = thread << THREAD_SHIFT | EXCLUSIVE;
    int shared = thread << THREAD_SHIFT | SHARED;
    stamps++;
    switch (op) {
      case ACQUIRE -> {
        demand(number, exclusive, 0, 1);
        requireOfRest(number, 1 << EXCLUSIVE | 1 << SHARED);
      }
      case ACQUIRE_SHARED -> {
        demand(number, exclusive, 0, 0);
        demand(number, shared, 0, 1);
        requireOfRest(number, 1 << EXCLUSIVE);
      }
      case RELEASE -> demand(number, exclusive, 1, 0);
      default -> demand(number, shared, 1, 0);
    }
  }

  /** Appends the next stretch. */
  void append(WellFormednessSummary following) {
    int hold = 0;
    for (int i = 0; i < following.locks().length; i++) {
      int number = number(following.locks()[i]);
      stamps++;
      for (int end = following.end()[i]; hold < end; hold++) {
        demand(
            number, following.who()[hold], following.released()[hold], following.acquired()[hold]);
      }
      requireOfRest(number, following.rest()[i]);
    }
  }

  private void demand(int number, int whose, long itsReleased, long itsAcquired) {
    int known = numbers.get(key(number, whose));
    int hold = known == NONE ? add(number, whose & ~EXACT) : known;
    steps++;
    stamp[hold] = stamps;
    if (!isChanged[hold]) {
      isChanged[hold] = true;
      nextChanged[hold] = changed[number];
      changed[number] = hold;
    }
    requireOf(hold, itsReleased, (whose & EXACT) != 0);
    acquired[hold] += itsAcquired;
  }

  /** Requires that threads without a hold of their own do not hold the lock in some modes. */
  private void requireOfRest(int number, int modes) {
    int left = NONE; // the last one that stays changed
    int hold = modes == 0 ? NONE : changed[number];
    while (hold != NONE) {
      int after = nextChanged[hold];
      steps++;
      if (stamp[hold] == stamps || (modes >> (who[hold] & MODE) & 1) == 0) {
        left = hold;
      } else {
        requireOf(hold, 0, true);
        isChanged[hold] = false;
        if (left == NONE) {
          changed[number] = after;
        } else {
          nextChanged[left] = after;
        }
      }
      hold = after;
    }
    rest[number] |= modes;
  }

  /**
   * Requires that a lock is held a number of times now, at least or exactly, and releases it as
   * often.
   */
  private void requireOf(int hold, long count, boolean exactly) {
    long missing = count - acquired[hold];
    if (missing > 0) {
      broken |= (who[hold] & EXACT) != 0;
      released[hold] += missing;
      acquired[hold] = 0;
    } else {
      broken |= exactly && missing < 0;
      acquired[hold] = -missing;
    }
    if (exactly) {
      who[hold] |= EXACT;
    }
  }

  private static long key(int number, int whose) {
    return (long) number << Integer.SIZE | whose & ~EXACT;
  }

  private int number(int lock) {
    int number = locks.find(lock);
    if (number == DenseIds.NONE) {
      number = locks.add(lock);
      if (number == holds.length) {
        holds = IntArrays.grow(holds, number + 1);
        rest = IntArrays.grow(rest, number + 1);
        changed = IntArrays.grow(changed, number + 1);
      }
      holds[number] = NONE;
      rest[number] = 0;
      changed[number] = NONE;
    }
    return number;
  }

  private int add(int number, int whose) {
    if (size == who.length) {
      next = IntArrays.grow(next, size + 1);
      who = IntArrays.grow(who, size + 1);
      released = LongArrays.grow(released, size + 1);
      acquired = LongArrays.grow(acquired, size + 1);
      stamp = IntArrays.grow(stamp, size + 1);
      nextChanged = IntArrays.grow(nextChanged, size + 1);
      isChanged = BooleanArrays.grow(isChanged, size + 1);
    }
    int hold = size++;
    numbers.put(key(number, whose), hold);
    isChanged[hold] = false;
    boolean ofRest = (rest[number] >> (whose & MODE) & 1) != 0;
    who[hold] = ofRest ? whose | EXACT : whose;
    released[hold] = 0;
    acquired[hold] = 0;
    next[hold] = holds[number];
    holds[number] = hold;
    return hold;
  }

  /** The summary, with the life-cycle events of the threads. */
  WellFormednessSummary summary(int[] threads, int[] lives) {
    int count = locks.size();
    int[] end = new int[count];
    int[] itsWho = new int[size];
    long[] itsReleased = new long[size];
    long[] itsAcquired = new long[size];
    int to = 0;
    for (int number = 0; number < count; number++) {
      for (int hold = holds[number]; hold != NONE; hold = next[hold]) {
        if (!isLikeRest(hold)) {
          itsWho[to] = who[hold];
          itsReleased[to] = released[hold];
          itsAcquired[to++] = acquired[hold];
        }
      }
      end[number] = to;
    }
    return new WellFormednessSummary(
        threads,
        lives,
        locks.toArray(),
        Arrays.copyOf(rest, count),
        end,
        Arrays.copyOf(itsWho, to),
        Arrays.copyOf(itsReleased, to),
        Arrays.copyOf(itsAcquired, to));
  }

  /**
   * Whether a hold is as those of threads that do not occur; an exact one has a mode of the rest.
   */
  private boolean isLikeRest(int hold) {
    return (who[hold] & EXACT) != 0 && released[hold] == 0 && acquired[hold] == 0;
  }
}
