package io.racedet.runtime.locks;

import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Bins;
import io.racedet.runtime.log.FieldHandle;
import io.racedet.runtime.log.Grown;
import io.racedet.runtime.log.OpCodes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The locks that one thread holds, which one it requests, and what it has done since it acquired
 * the last. Changed by that thread only; others may look at what it holds and requests, and know by
 * the {@link #version} whether that has changed meanwhile, or was about to.
 *
 * <p>Updates run on every acquire and release, so they use no fence on common processors; only
 * {@link #ask} has one.
 */
public final class HeldLocks {
  /** Held in read mode. */
  public static final int SHARED = 1;

  /** Held exclusively. */
  public static final int EXCLUSIVE = 2;

  private static final VarHandle VERSION =
      FieldHandle.of(MethodHandles.lookup(), "version", int.class);
  private static final VarHandle ASKED =
      FieldHandle.of(MethodHandles.lookup(), "asked", long.class);
  private static final int INITIAL = 4;
  private static final long NOTHING = 0;

  /** How many locks the thread has acquired in the recording and not yet released. */
  public int count;

  /** Whether an UNSEEN has been recorded for all of these locks. */
  public boolean unseen;

  /** The last object of a stateful call since the last acquire of a lock, or 0. */
  public long stateful;

  private long[] locks = new long[INITIAL]; // | lock:63 | shared:1 |
  private int[] depths = new int[INITIAL];
  private int[] beforeWait = new int[INITIAL];
  private int[] sites = new int[INITIAL];
  private int[] aspects = new int[INITIAL];
  private long[] since = new long[INITIAL]; // which of the acquires, without re-entrant ones
  private long acquires;
  private int size;
  private long asked; // as in locks, or NOTHING
  private int askedAt;
  private int version; // odd during a change
  private volatile boolean isWaiting;
  private boolean hasNotified; // since it acquired the last

  /** The thread. */
  public final Thread thread;

  /** Its position among the threads of the recording. */
  public final int slot;

  /** Whether the thread is about to make its request, and does nothing else before. */
  volatile boolean isAtRequest;

  /** What the thread searches for cycles with, null before it has; used by itself only. */
  CycleSearch search;

  /** Starts without a lock, for the thread of a slot. */
  public HeldLocks(Thread thread, int slot) {
    this.thread = thread;
    this.slot = slot;
  }

  /** The number of a lock among those of all kinds. */
  public static long lock(long object, int aspect) {
    return object << 1 | (aspect == Aspects.MONITOR ? 0 : 1);
  }

  /** Whether a lock is a monitor. */
  public static boolean isMonitor(long lock) {
    return (lock & 1) == 0;
  }

  /** The object of a lock. */
  public static long object(long lock) {
    return lock >>> 1;
  }

  /** Follows a sync operation of the thread, on an object or a {@linkplain Bins bin}. */
  public void follow(int op, int aspect, long object, int site) {
    boolean isOfDeadlocks = Aspects.isOfDeadlocks(aspect);
    switch (op) {
      case OpCodes.NOTIFY -> hasNotified = true;
      case OpCodes.ACQUIRE, OpCodes.ACQUIRE_SHARED -> {
        hasNotified = false;
        if (!isOfDeadlocks) {
          count++;
          forget();
        }
        acquire(key(object, aspect, op == OpCodes.ACQUIRE_SHARED), site, aspect);
      }
      case OpCodes.RELEASE, OpCodes.RELEASE_SHARED -> {
        boolean isKnown = release(key(object, aspect, op == OpCodes.RELEASE_SHARED));
        count -= isKnown && !isOfDeadlocks ? 1 : 0;
      }
      case OpCodes.RELEASE_ALL, OpCodes.RELEASE_ANY -> beginWait(key(object, aspect, false), site);
      case OpCodes.ACQUIRE_ALL -> {
        forget();
        endWait(key(object, aspect, false));
      }
      default -> {} // no other op matters
    }
  }

  private void forget() {
    unseen = false;
    stateful = 0;
  }

  private static long key(long object, int aspect, boolean shared) {
    return lock(object, aspect) << 1 | (shared ? 1 : 0);
  }

  /* An error thrown during an update (such as StackOverflowError) leaves an odd version: the next
   * change has another one, and ends with an even one. */
  private void beginChange() {
    VERSION.setOpaque(this, version + 1 | 1);
    VarHandle.storeStoreFence();
  }

  private void endChange() {
    VERSION.setRelease(this, version + 1);
  }

  private void forgetRequest() {
    if (asked != NOTHING) {
      ASKED.setOpaque(this, NOTHING);
    }
  }

  private void acquire(long key, int site, int aspect) {
    beginChange();
    forgetRequest();
    int at = find(key);
    if (at < 0) {
      add(key, site, aspect);
    } else if (aspect == Aspects.STAMP && (key & 1) == 0) {
      depths[at] = 1; // not re-entrant: another thread has released the stamp before
    } else {
      depths[at]++;
    }
    endChange();
  }

  private void add(long key, int site, int aspect) {
    if (size == locks.length) {
      grow();
    }
    locks[size] = key;
    depths[size] = 1;
    beforeWait[size] = 0;
    aspects[size] = aspect;
    since[size] = ++acquires;
    sites[size++] = site;
  }

  private void grow() {
    int length = 2 * size;
    locks = Grown.copy(locks, new long[length]);
    since = Grown.copy(since, new long[length]);
    depths = Grown.copy(depths, new int[length]);
    beforeWait = Grown.copy(beforeWait, new int[length]);
    sites = Grown.copy(sites, new int[length]);
    aspects = Grown.copy(aspects, new int[length]);
  }

  /* False for what is held since before the recording, or by another thread. */
  private boolean release(long key) {
    int at = find(key);
    if (at < 0) {
      return false;
    }
    beginChange();
    forgetRequest(); // whatever it was for, the thread does not wait
    if (--depths[at] <= 0 && beforeWait[at] == 0) {
      remove(at);
    }
    endChange();
    return true;
  }

  private void remove(int at) {
    int behind = --size - at;
    System.arraycopy(locks, at + 1, locks, at, behind);
    System.arraycopy(depths, at + 1, depths, at, behind);
    System.arraycopy(beforeWait, at + 1, beforeWait, at, behind);
    System.arraycopy(sites, at + 1, sites, at, behind);
    System.arraycopy(aspects, at + 1, aspects, at, behind);
    System.arraycopy(since, at + 1, since, at, behind);
  }

  /* However the wait ends, the thread requests the lock again before it gives back others. */
  private void beginWait(long key, int site) {
    int at = find(key);
    if (at >= 0) {
      isWaiting = true;
      beginChange();
      beforeWait[at] = depths[at];
      depths[at] = 0;
      if (size > 1) {
        askedAt = site;
        ASKED.setOpaque(this, key);
      }
      endChange();
    }
  }

  private void endWait(long key) {
    int at = find(key);
    if (at >= 0) {
      beginChange();
      depths[at] = beforeWait[at];
      beforeWait[at] = 0;
      forgetRequest();
      endChange();
      isWaiting = false;
    }
  }

  private int find(long key) {
    long[] all = locks;
    for (int i = Math.min(size, all.length) - 1; i >= 0; i--) {
      if (all[i] == key) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Whether the thread waits to be notified, or has been, and does not have its lock back yet. Not
   * known of a lock from before the recording.
   */
  public boolean isWaiting() {
    return isWaiting;
  }

  /**
   * Whether the thread has notified others and has not acquired a lock since, re-entrant or not;
   * for the thread itself.
   */
  public boolean hasNotified() {
    return hasNotified;
  }

  /** Whether the thread holds no lock. */
  public boolean isEmpty() {
    return size == 0;
  }

  /* Without stamps: whether the thread alone can release the lock. */
  private boolean isHeld(long key, boolean withStamps) {
    int at = find(key);
    int[] allDepths = depths;
    int[] allAspects = aspects;
    boolean isKnown = at >= 0 && at < allDepths.length && at < allAspects.length;
    return isKnown && allDepths[at] > 0 && (withStamps || allAspects[at] != Aspects.STAMP);
  }

  /** Whether the thread holds a lock with stamps; for the thread itself. */
  boolean holdsStamp() {
    for (int i = 0; i < size; i++) {
      if (aspects[i] == Aspects.STAMP) {
        return true;
      }
    }
    return false;
  }

  /**
   * In which modes the thread holds a lock, unless another one has released it meanwhile: {@link
   * #SHARED}, {@link #EXCLUSIVE}, both or none.
   */
  public int modes(long lock) {
    return (isHeld(lock << 1, true) ? EXCLUSIVE : 0) | (isHeld(lock << 1 | 1, true) ? SHARED : 0);
  }

  /** Whether the thread holds a lock that it has acquired as one of its first so many. */
  public boolean hasHeldSince(long lock, long acquired) {
    return isHeldSince(lock << 1, acquired) || isHeldSince(lock << 1 | 1, acquired);
  }

  private boolean isHeldSince(long key, long acquired) {
    int at = find(key);
    return at >= 0 && since[at] <= acquired;
  }

  /** How many locks the thread has acquired so far, without re-entrant acquires. */
  public long acquires() {
    return acquires;
  }

  /**
   * The thread is about to request a lock. Of two threads that do so and then look at what the
   * other one requests, at least one sees the request of the other.
   */
  public void ask(long lock, boolean shared, int site) {
    beginChange();
    askedAt = site;
    ASKED.setOpaque(this, lock << 1 | (shared ? 1 : 0));
    endChange();
    VarHandle.fullFence();
  }

  /** The thread does not request a lock any more. */
  public void giveUp() {
    if (asked != NOTHING) {
      beginChange();
      ASKED.setOpaque(this, NOTHING);
      endChange();
    }
  }

  private long request() {
    return (long) ASKED.getAcquire(this);
  }

  /** Whether the thread waits for a lock, or is about to. */
  public boolean asks() {
    return request() != NOTHING;
  }

  /** The lock that the thread requests. */
  public long asked() {
    return request() >>> 1;
  }

  /** Whether it requests the read mode. */
  public boolean asksShared() {
    return (request() & 1) != 0;
  }

  /**
   * Whether this thread holds what another one requests, in modes that exclude each other; also a
   * lock with stamps, which others can release, too, or not. Seen without a change if the versions
   * of both are even and the same before and after.
   */
  boolean blocks(HeldLocks other, boolean withStamps) {
    long key = other.request();
    return key != NOTHING
        && (isHeld(key & ~1L, withStamps) || (key & 1) == 0 && isHeld(key | 1, withStamps));
  }

  /** The instruction at which it asks. */
  public int askedAt() {
    return askedAt;
  }

  /** Whether a request for a lock may end by an interrupt that the thread has already got. */
  public boolean mayBeInterrupted(long lock) {
    return !isMonitor(lock) && !Bins.contain(object(lock)) && thread.isInterrupted();
  }

  /** A number that changes with what is held or requested; odd during a change. */
  public int version() {
    return (int) VERSION.getAcquire(this);
  }

  /** How many locks are held, or will be after a wait. */
  public int size() {
    return size;
  }

  /** One of these locks. */
  public long lock(int i) {
    return locks[i] >>> 1;
  }

  /** Whether one of these locks is held in read mode. */
  public boolean isShared(int i) {
    return (locks[i] & 1) != 0;
  }

  /** Where one of these locks was acquired. */
  public int site(int i) {
    return sites[i];
  }

  /** The aspect of one of these locks. */
  public int aspect(int i) {
    return aspects[i];
  }

  /** How often one of these locks is held; 0 during a wait. */
  public int depth(int i) {
    return depths[i];
  }
}
