package io.racedet.runtime.locks;

/**
 * Notices a dead-lock at the request that completes it, and breaks it: this request ends with an
 * error, so that its thread gives its locks back. Otherwise the threads would wait for ever, and be
 * left behind.
 *
 * <p>A thread says what it asks for right before it does so, and then looks whether whoever has
 * that lock waits for a lock of its self. What threads hold and ask for in a cycle stays as it is,
 * so what two looks have seen, without a change in between, was so at one time. Thread-safe.
 */
public final class WaitCycles {
  private static final int MOST_MEMBERS = 16;
  private static final int MOST_SCANNED = 256;

  private volatile boolean isOff;
  private RawDeadlock first;

  /** Starts without a dead-lock. */
  public WaitCycles() {}

  /** Breaks no dead-lock from now on. */
  public void switchOff() {
    isOff = true;
  }

  /** The first dead-lock that was broken, or null. */
  public synchronized RawDeadlock first() {
    return first;
  }

  /**
   * Comes right before a thread waits for a lock, for as long as it takes.
   *
   * @throws DeadlockBroken if it would wait for ever
   */
  public void ask(HeldLocks self, RecordedThreads threads, long lock, boolean shared, int site) {
    if (isOff || self.isEmpty() || self.modes(lock) != 0) {
      return; // nobody waits for it, or it is re-entrant
    }
    self.ask(lock, shared, site);
    HeldLocks[] path = new HeldLocks[MOST_MEMBERS];
    path[0] = self;
    int length = cycle(threads, path, 1);
    if (length > 0) {
      end(self, threads, path, length);
    }
  }

  private synchronized void end(
      HeldLocks self, RecordedThreads threads, HeldLocks[] path, int length) {
    int[] versions = new int[length];
    for (int i = 0; i < length; i++) {
      versions[i] = path[i].version();
    }
    if (!isCycle(path, length) || !isCycle(path, length)) {
      return; // another thread of it was ended meanwhile
    }
    for (int i = 0; i < length; i++) {
      if (versions[i] != path[i].version()) {
        return;
      }
    }
    if (first == null) {
      first = RawDeadlock.of(path, length);
    }
    self.giveUp();
    throw new DeadlockBroken();
  }

  /** The length of a cycle that begins with a path; 0 if there is none. */
  private int cycle(RecordedThreads threads, HeldLocks[] path, int length) {
    HeldLocks last = path[length - 1];
    if (length > 1 && blocks(path[0], last)) {
      return length;
    }
    if (length == path.length) {
      return 0;
    }
    int scanned = Math.min(threads.count(), MOST_SCANNED);
    for (int i = 0; i < scanned; i++) {
      HeldLocks next = threads.locks(i);
      if (next.asks() && !isOn(path, length, next) && blocks(next, last)) {
        path[length] = next;
        int found = cycle(threads, path, length + 1);
        if (found > 0) {
          return found;
        }
      }
    }
    return 0;
  }

  private static boolean isOn(HeldLocks[] path, int length, HeldLocks thread) {
    for (int i = 0; i < length; i++) {
      if (path[i] == thread) {
        return true;
      }
    }
    return false;
  }

  private static boolean isCycle(HeldLocks[] path, int length) {
    for (int i = 0; i < length; i++) {
      if (!blocks(path[(i + 1) % length], path[i])) {
        return false;
      }
    }
    return true;
  }

  /** Whether a thread holds what another one asks for, in modes that exclude each other. */
  private static boolean blocks(HeldLocks holder, HeldLocks asking) {
    if (!asking.asks()) {
      return false;
    }
    int modes = holder.ownModes(asking.asked());
    return (modes & HeldLocks.EXCLUSIVE) != 0 || modes != 0 && !asking.asksShared();
  }
}
