package io.racedet.runtime.locks;

/**
 * Threads of a recording that waited for each other's locks, or were about to: each for a lock that
 * the next one held, the last one for a lock of the first one.
 */
public final class RawDeadlock {
  /** One of the threads. */
  public static final class Member {
    private final int slot;
    private final long asked;
    private final boolean shared;
    private final int site;
    private final StackTraceElement[] stack;
    private final Held[] held;

    private Member(HeldLocks locks) {
      slot = locks.slot;
      asked = locks.asked();
      shared = locks.asksShared();
      site = locks.askedAt();
      stack = locks.thread.getStackTrace();
      held = new Held[locks.size()];
      for (int i = 0; i < held.length; i++) {
        held[i] = new Held(locks.lock(i), locks.isShared(i), locks.site(i));
      }
    }

    /** Its position among the threads of the recording. */
    public int slot() {
      return slot;
    }

    /** The object of the lock that it asked for, or its synchroniser. */
    public long object() {
      return HeldLocks.object(asked);
    }

    /** Whether that lock was the monitor. */
    public boolean isMonitor() {
      return HeldLocks.isMonitor(asked);
    }

    /** Whether it asked for the read mode. */
    public boolean shared() {
      return shared;
    }

    /** The instruction. */
    public int site() {
      return site;
    }

    /** Its stack. */
    public StackTraceElement[] stack() {
      return stack.clone();
    }

    /** The locks that it held. */
    public Held[] held() {
      return held.clone();
    }
  }

  /** A lock. */
  public static final class Held {
    private final long lock;
    private final boolean shared;
    private final int site;

    private Held(long lock, boolean shared, int site) {
      this.lock = lock;
      this.shared = shared;
      this.site = site;
    }

    /** Its object, or its synchroniser. */
    public long object() {
      return HeldLocks.object(lock);
    }

    /** Whether it is the monitor. */
    public boolean isMonitor() {
      return HeldLocks.isMonitor(lock);
    }

    /** Whether in read mode. */
    public boolean shared() {
      return shared;
    }

    /** Where it was acquired. */
    public int site() {
      return site;
    }
  }

  private final Member[] members;

  private RawDeadlock(Member[] members) {
    this.members = members;
  }

  /** What is known of threads in a cycle, none of which can go on. */
  static RawDeadlock of(HeldLocks[] threads) {
    Member[] members = new Member[threads.length];
    for (int i = 0; i < members.length; i++) {
      members[i] = new Member(threads[i]);
    }
    return new RawDeadlock(members);
  }

  /** The threads, at least two, in the order of the cycle. */
  public Member[] members() {
    return members.clone();
  }
}
