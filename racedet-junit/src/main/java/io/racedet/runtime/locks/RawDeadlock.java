package io.racedet.runtime.locks;

/**
 * Threads of a recording that waited for each other's locks, or were about to: each for a lock that
 * the next one held, the last one for a lock of the first one.
 */
public final class RawDeadlock {
  /** One of the threads. */
  public static final class Member {
    /** Its position among the threads of the recording. */
    public final int slot;

    /** The lock that it requested. */
    public final Claim asked;

    public final StackTraceElement[] stack;

    /** The locks that it held. */
    public final Claim[] held;

    private Member(HeldLocks locks) {
      slot = locks.slot;
      asked = new Claim(locks.asked(), locks.asksShared(), locks.askedAt());
      stack = locks.thread.getStackTrace();
      held = new Claim[locks.size()];
      for (int i = 0; i < held.length; i++) {
        held[i] = new Claim(locks.lock(i), locks.isShared(i), locks.site(i));
      }
    }
  }

  /** A lock that a thread has acquired or requested, at an instruction. */
  public static final class Claim {
    /** The object of the lock, or the synchroniser. */
    public final long object;

    public final boolean isMonitor;

    /** Whether in read mode. */
    public final boolean shared;

    public final int site;

    private Claim(long lock, boolean shared, int site) {
      object = HeldLocks.object(lock);
      isMonitor = HeldLocks.isMonitor(lock);
      this.shared = shared;
      this.site = site;
    }
  }

  /** The threads, at least two, in the order of the cycle. */
  public final Member[] members;

  /* What is known of threads in a cycle, none of which can go on. */
  RawDeadlock(HeldLocks[] threads) {
    members = new Member[threads.length];
    for (int i = 0; i < members.length; i++) {
      members[i] = new Member(threads[i]);
    }
  }
}
