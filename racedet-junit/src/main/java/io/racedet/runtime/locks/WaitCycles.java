package io.racedet.runtime.locks;

import java.lang.invoke.VarHandle;

/**
 * Notices a deadlock at the request that completes it, and breaks it: this request ends with an
 * error, so that its thread gives its locks back. Otherwise the threads would wait forever, and be
 * left behind.
 *
 * <p>A thread says what it requests right before it does so, and then looks whether whoever has
 * that lock waits for a lock of its own. What threads hold and request in a cycle stays as it is,
 * so what was seen without a change in between was so at one time. A thread that has been
 * interrupted may give up its request, unless that is for a monitor. Any thread may release a lock
 * with stamps: where there is one in the cycle, the request waits before it is made, see {@link
 * StampHolds}. Thread-safe.
 */
public final class WaitCycles {

  /* A search may see a thread in the middle of a change, or before it waits; it comes after each
   * yield, of which there are fewer where others want to run. */
  private static final int MAX_SEARCHES = 20_000;

  private final StampHolds stamps = new StampHolds();
  private volatile boolean isOff;
  private volatile boolean hasStamps; // of a thread that has requested another lock
  private volatile AskingThreads asking = new AskingThreads();
  private volatile RawDeadlock first;
  private final SpinLock lock = new SpinLock();

  /** Breaks no deadlock from now on. */
  public void switchOff() {
    isOff = true;
  }

  /** The first deadlock that was broken, or null. */
  public RawDeadlock first() {
    return first;
  }

  /**
   * Breaks the deadlocks of locks with stamps, now that nothing else is going to happen, and those
   * that come later. Returns whether a thread is held before a request that completes one.
   */
  public boolean breakStamps() {
    return stamps.end();
  }

  /**
   * Called right before a thread waits for a lock, for as long as it takes.
   *
   * @throws DeadlockBroken if it would wait forever
   */
  public void ask(
      HeldLocks self, RecordedThreads threads, Object owner, long lock, boolean shared, int site) {
    if (isOff || self.isEmpty() || self.modes(lock) != 0) {
      return; // nobody waits for it, or it is re-entrant
    }
    if (self.search == null) {
      add(self);
    }
    if (!hasStamps && self.holdsStamp()) {
      hasStamps = true; // before others see the request
    }
    self.isAtRequest = true;
    self.ask(lock, shared, site);
    boolean waits = false;
    try {
      waits = !breaksCycle(self, threads) && !(hasStamps && breaksStamps(self, threads, owner));
    } finally {
      self.isAtRequest = false;
      if (!waits) {
        self.giveUp();
      }
    }
    if (!waits) {
      throw DeadlockBroken.observed();
    }
  }

  private void add(HeldLocks self) {
    CycleSearch search = new CycleSearch();
    lock.lock();
    try {
      asking = asking.with(self);
      self.search = search;
    } finally {
      lock.unlock();
    }
  }

  /** Whether a thread whose request is known is to give it up. */
  private boolean breaksCycle(HeldLocks self, RecordedThreads threads) {
    for (int i = 0; i < MAX_SEARCHES; i++) {
      HeldLocks[] cycle = self.search.cycle(self, asking, false);
      if (cycle == null || threads.isOver() || self.mayBeInterrupted(self.asked())) {
        return false;
      }
      if (breaks(self, threads, cycle, false)) {
        return true;
      }
      Thread.yield();
    }
    return false;
  }

  /* As above, with locks that others can release, too. */
  private boolean breaksStamps(HeldLocks self, RecordedThreads threads, Object owner) {
    if (self.search.cycle(self, asking, true) == null) {
      return false;
    }
    stamps.enter();
    try {
      return breaksHeld(self, threads, owner);
    } finally {
      stamps.leave();
    }
  }

  private boolean breaksHeld(HeldLocks self, RecordedThreads threads, Object owner) {
    while (StampHolds.mayHold(self)
        && !threads.isOver()
        && !StampHolds.isFree(owner, self.asksShared())) {
      HeldLocks[] cycle = self.search.cycle(self, asking, true);
      if (cycle == null) {
        return false;
      }
      if (stamps.ends() && breaks(self, threads, cycle, true)) {
        return true;
      }
      stamps.await();
    }
    return false;
  }

  /* One thread of a cycle is ended, after which it is none for the others. */
  private boolean breaks(
      HeldLocks self, RecordedThreads threads, HeldLocks[] cycle, boolean withStamps) {
    lock.lock();
    try {
      if (!isCycle(cycle, withStamps) || threads.isOver()) {
        return false;
      }
      if (first == null) {
        first = new RawDeadlock(cycle);
      }
      self.giveUp();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Whether a thread is going to wait until it gets the lock that it requests, as far as it has
   * been interrupted so far. One that has been wakes up before it takes note of that, and then does
   * not wait again before it tells that it has given up.
   */
  private static boolean keepsAsking(HeldLocks thread) {
    long lock = thread.asked();
    if (HeldLocks.isMonitor(lock) || thread.isAtRequest) {
      return !thread.mayBeInterrupted(lock);
    }
    if (thread.mayBeInterrupted(lock)) {
      return false;
    }
    Thread.State state = thread.thread.getState();
    return state == Thread.State.WAITING || state == Thread.State.BLOCKED;
  }

  private static boolean isCycle(HeldLocks[] threads, boolean withStamps) {
    int[] versions = new int[threads.length];
    for (int i = 0; i < threads.length; i++) {
      versions[i] = threads[i].version();
      if ((versions[i] & 1) != 0) {
        return false;
      }
    }
    for (int i = 0; i < threads.length; i++) {
      boolean isBlocked = threads[(i + 1) % threads.length].blocks(threads[i], withStamps);
      if (!isBlocked || !keepsAsking(threads[i])) {
        return false;
      }
    }
    VarHandle.loadLoadFence();
    for (int i = 0; i < threads.length; i++) {
      if (versions[i] != threads[i].version()) {
        return false;
      }
    }
    return true;
  }
}
