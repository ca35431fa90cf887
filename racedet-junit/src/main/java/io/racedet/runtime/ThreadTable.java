package io.racedet.runtime;

/**
 * The threads of one recording, found by thread id. The first probe takes no lock; registration and
 * everything else does. Nothing is ever removed: the table goes with its recording. Thread-safe.
 */
final class ThreadTable {
  private static final int INITIAL_SLOTS = 256;

  private final Session session;
  private final long seed;
  private ThreadBuffer[] byId = new ThreadBuffer[INITIAL_SLOTS];
  private ThreadBuffer[] inOrder = new ThreadBuffer[16];
  private volatile int count;
  private int roots;

  ThreadTable(Session session, long seed) {
    this.session = session;
    this.seed = seed;
  }

  ThreadBuffer current() {
    Thread thread = Thread.currentThread();
    ThreadBuffer[] table = byId;
    ThreadBuffer buffer = table[(int) thread.getId() & table.length - 1];
    if (buffer != null && buffer.thread == thread) {
      return buffer;
    }
    return registered(thread, null);
  }

  /** The thread's buffer, if it has one. */
  synchronized ThreadBuffer find(Thread thread) {
    return byId[probe(byId, thread)];
  }

  /** The thread's buffer, a new one when it has none yet; a parent is known when it is started. */
  synchronized ThreadBuffer registered(Thread thread, ThreadBuffer parent) {
    int at = probe(byId, thread);
    if (byId[at] != null) {
      return byId[at];
    }
    int slot = count;
    long path = parent == null ? Pace.rootPath(roots++) : parent.pace.nextChildPath();
    ThreadBuffer added =
        new ThreadBuffer(session, thread, slot, Hooks.nextTag(), parent, new Pace(seed, path));
    if (slot == inOrder.length) {
      ThreadBuffer[] more = new ThreadBuffer[2 * slot];
      System.arraycopy(inOrder, 0, more, 0, slot);
      inOrder = more;
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
  int count() {
    return count;
  }

  /** A registered thread, without a lock; the position must be below a count that was seen. */
  ThreadBuffer at(int slot) {
    return inOrder[slot];
  }

  /** A copy of the threads registered so far, in that order. */
  synchronized ThreadBuffer[] all() {
    ThreadBuffer[] copy = new ThreadBuffer[count];
    System.arraycopy(inOrder, 0, copy, 0, count);
    return copy;
  }

  /** The thread that marks its stripes with this tag, null when it is not of this recording. */
  synchronized ThreadBuffer tagged(int tag) {
    for (int i = 0; i < count; i++) {
      if (inOrder[i].tag == tag) {
        return inOrder[i];
      }
    }
    return null;
  }
}
