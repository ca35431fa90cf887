package io.racedet.engine.order;

import io.racedet.clock.Clock;
import io.racedet.clock.ThreadClocks;
import it.unimi.dsi.fastutil.booleans.BooleanArrays;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.Arrays;

/** The newest finished critical sections of each thread for every lock. */
final class PwrSections {
  /** End of a list. */
  static final int NONE = -1;

  private static final int INITIAL = 64;

  private final int limit;
  private long lacking;

  // A user is one thread's use of one lock in one mode; a lock has a list of users.
  private int[] firstUser = new int[0]; // by lock
  private int users;
  private int freeUser = NONE; // those of forgotten locks, linked by next
  private int[] next = new int[INITIAL];
  private int[] thread = new int[INITIAL];
  private boolean[] shared = new boolean[INITIAL];
  private long[] newestKept = new long[INITIAL]; // time of the newest release kept, 0 for none
  private PwrSectionList[] lists = new PwrSectionList[INITIAL];

  /**
   * Creates an empty history.
   *
   * @param limit how many sections are kept for each thread of each lock
   */
  PwrSections(int limit) {
    this.limit = limit;
  }

  int firstUser(int lock) {
    return lock < firstUser.length ? firstUser[lock] : NONE;
  }

  int nextUser(int user) {
    return next[user];
  }

  int thread(int user) {
    return thread[user];
  }

  PwrSectionList list(int user) {
    return lists[user];
  }

  /**
   * Position in a user's list of the section that contains the newest event of the user's thread
   * that another thread knows, or {@link PwrSectionList#NONE}; also if both may hold the lock at
   * the same time.
   */
  int seenInto(int user, ThreadClocks clocks, int byThread, boolean inSharedMode) {
    int other = thread[user];
    long known = clocks.known(byThread, other);
    boolean excludes = other != byThread & !(inSharedMode & shared[user]);
    return excludes && known > 0 && known < newestKept[user]
        ? openAt(known, lists[user])
        : PwrSectionList.NONE;
  }

  private int openAt(long time, PwrSectionList list) {
    int open = list.openAt(time);
    if (open == PwrSectionList.NONE && list.mayLack(time)) {
      lacking++;
    }
    return open;
  }

  /** How often {@link #seenInto} may have found no section only because of the limit. */
  long lacking() {
    return lacking;
  }

  /**
   * Records a release.
   *
   * @param clock clock of the release, or null if no other thread can know an event of the section
   *     without knowing the release
   */
  void add(int lock, int byThread, boolean inSharedMode, long acquire, long release, Clock clock) {
    int user = find(lock, byThread, inSharedMode);
    if (user == NONE) {
      user = newUser(lock, byThread, inSharedMode);
    }
    if (clock != null) {
      if (lists[user] == null) {
        lists[user] = new PwrSectionList();
      }
      lists[user].add(acquire, release, clock, limit);
      newestKept[user] = release;
    }
  }

  /** Forgets the sections of a lock. */
  void forget(int lock) {
    int user = firstUser(lock);
    while (user != NONE) {
      int following = next[user];
      lists[user] = null;
      newestKept[user] = 0;
      next[user] = freeUser;
      freeUser = user;
      user = following;
    }
    if (lock < firstUser.length) {
      firstUser[lock] = NONE;
    }
  }

  private int find(int lock, int byThread, boolean inSharedMode) {
    int user = firstUser(lock);
    while (user != NONE && !(thread[user] == byThread && shared[user] == inSharedMode)) {
      user = next[user];
    }
    return user;
  }

  private int newUser(int lock, int byThread, boolean inSharedMode) {
    if (lock >= firstUser.length) {
      int length = firstUser.length;
      firstUser = IntArrays.grow(firstUser, lock + 1);
      Arrays.fill(firstUser, length, firstUser.length, NONE);
    }
    int user = allocate();
    next[user] = firstUser[lock];
    thread[user] = byThread;
    shared[user] = inSharedMode;
    firstUser[lock] = user;
    return user;
  }

  private int allocate() {
    if (freeUser != NONE) {
      int user = freeUser;
      freeUser = next[user];
      return user;
    }
    if (users == next.length) {
      next = IntArrays.grow(next, users + 1);
      thread = IntArrays.grow(thread, users + 1);
      shared = BooleanArrays.grow(shared, users + 1);
      newestKept = LongArrays.grow(newestKept, users + 1);
      lists = ObjectArrays.grow(lists, users + 1);
    }
    return users++;
  }
}
