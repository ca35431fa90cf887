package io.racedet.runtime;

/**
 * The part of a recording in which one thread alone can act. From its start until another thread
 * can go on, the data accesses of that thread outside of critical sections are only counted: each
 * of them is ordered before the act that lets the other thread go on, a start or a wake-up, so that
 * none of them can be in a race, and no reordering of critical sections changes that. All else is
 * recorded. If they are not even counted, those in sections are missing as well; sections that go
 * on when others can act then count as sections with unrecorded code.
 *
 * <p>Who begins it has seen that every other thread is blocked until somebody wakes it. So it ends
 * before the first wake-up takes effect. If another thread comes to a hook without that, it was not
 * blocked, and accesses that matter may be missing. Thread-safe.
 */
final class Solo {
  /** Of a recording that has none. */
  static final Solo NONE = new Solo(null, false, new Thread[0], new Thread[0], true);

  private final Thread alone; // null for nobody
  private final boolean awaitsNotify;
  private final Thread[] serving;
  private final Thread[] ending;
  private final boolean isCounted;

  private AloneThread state; // of the thread, null before its first hook
  private volatile boolean isOver;
  private volatile Thread unexpected;

  /**
   * @param alone the only thread that can act
   * @param awaitsNotify whether another one waits on a monitor
   * @param serving those that act, but touch nothing of the program; not copied
   * @param ending those that may end by themselves; not copied
   * @param isCounted whether accesses are counted
   */
  Solo(Thread alone, boolean awaitsNotify, Thread[] serving, Thread[] ending, boolean isCounted) {
    this.alone = alone;
    this.awaitsNotify = awaitsNotify;
    this.serving = serving;
    this.ending = ending;
    this.isCounted = isCounted;
    isOver = alone == null;
  }

  /**
   * A thread comes to its first hook, which may have been waiting before or not. Returns whether it
   * is another one, which may touch what the program does: so this is to be ended.
   */
  boolean appeared(AloneThread of, boolean isQuiet) {
    Thread thread = of.locks.thread;
    return thread == alone ? begin(of) : !isOver && isActing(thread, isQuiet) && act(thread);
  }

  private synchronized boolean begin(AloneThread of) {
    if (state == null) {
      state = of;
      of.isAlone = !isOver;
      of.isUncounted = !isOver && !isCounted && of.locks.isEmpty(); // what it holds is recorded
      of.mayMissAccesses = isOver && !isCounted;
    }
    return false;
  }

  private synchronized boolean act(Thread thread) {
    if (!isOver && !contains(ending, thread)) {
      unexpected = thread;
    }
    return true;
  }

  /**
   * Whether a thread that has come to a hook is another one that may touch what the program does.
   */
  boolean isActing(Thread thread, boolean isQuiet) {
    return thread != alone && !isQuiet && !contains(serving, thread);
  }

  private static boolean contains(Thread[] threads, Thread thread) {
    for (Thread each : threads) {
      if (each == thread) {
        return true;
      }
    }
    return false;
  }

  /** Another thread may go on from now on; the accesses of all must be seen. */
  synchronized void end() {
    isOver = true;
    if (state != null) {
      state.mayMissAccesses |= state.isAlone && (!isCounted || state.locks.count == 0);
      state.isUncounted = false;
      state.isAlone = false;
    }
  }

  boolean isOver() {
    return isOver;
  }

  /** Whether a notification may let another thread go on. */
  boolean awaitsNotify() {
    return awaitsNotify;
  }

  /** How many accesses were not recorded; while the recording goes on, maybe fewer. */
  synchronized long accesses() {
    return state == null ? 0 : state.accesses;
  }

  /**
   * The slot of the thread if it may have accessed data that is not recorded; negative if it has
   * come to no hook, or all is known.
   */
  synchronized int slot() {
    return state == null || isCounted && state.accesses == 0 ? -1 : state.locks.slot;
  }

  /** The thread that came to a hook although nothing was seen to wake it, or null. */
  Thread unexpected() {
    return unexpected;
  }
}
