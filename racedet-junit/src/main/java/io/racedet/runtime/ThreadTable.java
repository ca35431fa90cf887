package io.racedet.runtime;

import io.racedet.runtime.locks.HeldLocks;
import io.racedet.runtime.locks.SpinLock;
import io.racedet.runtime.log.Grown;
import io.racedet.runtime.log.OwnThread;
import io.racedet.runtime.schedule.ScheduledThread;
import io.racedet.runtime.schedule.ScheduledThreads;

/**
 * The threads of one recording, by thread id. A thread finds its own buffer without a lock; every
 * other operation takes one. Nothing is ever removed: the table lives as long as its recording.
 * Thread-safe.
 */
final class ThreadTable implements ScheduledThreads {
  private static final int INITIAL_SLOTS = 256;

  private final Session session;
  private final long seed;
  private ThreadBuffer[] byId = new ThreadBuffer[INITIAL_SLOTS];
  private ThreadBuffer[] inOrder = new ThreadBuffer[16];
  private volatile int count;
  private int roots;
  private final SpinLock lock = new SpinLock();

  ThreadTable(Session session, long seed) {
    this.session = session;
    this.seed = seed;
  }

  ThreadBuffer current() {
    Thread thread = Thread.currentThread();
    ThreadBuffer[] table = byId;
    ThreadBuffer buffer = table[probe(table, thread)];
    return buffer != null ? buffer : appeared(thread);
  }

  private ThreadBuffer appeared(Thread thread) {
    ThreadBuffer buffer = registered(thread, null);
    session.appeared(buffer);
    return buffer;
  }

  /** The thread's buffer, if it has one. */
  ThreadBuffer find(Thread thread) {
    lock.lock();
    try {
      return byId[probe(byId, thread)];
    } finally {
      lock.unlock();
    }
  }

  /** The thread's buffer, a new one if it has none yet; the parent is null unless it starts it. */
  ThreadBuffer registered(Thread thread, ThreadBuffer parent) {
    lock.lock();
    try {
      return register(thread, parent);
    } finally {
      lock.unlock();
    }
  }

  private ThreadBuffer register(Thread thread, ThreadBuffer parent) {
    int at = probe(byId, thread);
    if (byId[at] != null) {
      return byId[at];
    }
    int slot = count;
    HeldLocks locks = new HeldLocks(thread, slot);
    ScheduledThread scheduled =
        parent == null
            ? new ScheduledThread(seed, ScheduledThread.rootPath(roots++), locks, null)
            : parent.scheduled.child(seed, locks);
    ThreadBuffer added =
        new ThreadBuffer(session, scheduled, locks, Registry.STRIPES.nextTag(), parent);
    if (slot == inOrder.length) {
      inOrder = Grown.copy(inOrder, new ThreadBuffer[2 * slot]);
    }
    inOrder[slot] = added;
    byId[at] = added;
    count = slot + 1;
    if (2 * count > byId.length) {
      grow();
    }
    return added;
  }

  private void grow() {
    ThreadBuffer[] more = new ThreadBuffer[4 * byId.length];
    for (ThreadBuffer buffer : byId) {
      if (buffer != null) {
        more[probe(more, buffer.thread)] = buffer;
      }
    }
    byId = more;
  }

  private static int probe(ThreadBuffer[] table, Thread thread) {
    int mask = table.length - 1;
    int i = (int) thread.getId() & mask;
    while (table[i] != null && table[i].thread != thread) {
      i = i + 1 & mask;
    }
    return i;
  }

  /** How many threads have been registered. */
  @Override
  public int count() {
    return count;
  }

  /** A registered thread, without a lock; the position must be below a count that was seen. */
  @Override
  public HeldLocks locks(int slot) {
    return inOrder[slot].locks;
  }

  @Override
  public boolean isOver() {
    return Registry.session != session;
  }

  @Override
  public ScheduledThread scheduled(int slot) {
    return inOrder[slot].scheduled;
  }

  /**
   * A number that changes whenever one of some threads appends a record; other threads may see it
   * late.
   */
  long progress(Thread[] of) {
    long sum = 0;
    for (ThreadBuffer buffer : all()) {
      for (Thread thread : of) {
        if (buffer.thread == thread) {
          sum += buffer.committed + buffer.alone.passed + 1;
        }
      }
    }
    return sum;
  }

  /** A copy of the threads registered so far, in that order. */
  ThreadBuffer[] all() {
    lock.lock();
    try {
      ThreadBuffer[] copy = new ThreadBuffer[count];
      System.arraycopy(inOrder, 0, copy, 0, count);
      return copy;
    } finally {
      lock.unlock();
    }
  }

  /** The thread that marks its stripes with this tag, null when it is not of this recording. */
  ThreadBuffer tagged(int tag) {
    int known = count; // before the array, which is then at least as new
    ThreadBuffer[] registered = inOrder;
    for (int i = 0; i < known; i++) {
      if (registered[i].tag == tag) {
        return registered[i];
      }
    }
    return null;
  }

  /**
   * Whether it runs virtual threads, or belongs to racedet; what it does by itself is no event of
   * the program.
   */
  static boolean isSystem(Thread thread) {
    return thread instanceof OwnThread
        || thread.getClass().getName().equals("jdk.internal.misc.CarrierThread");
  }
}
