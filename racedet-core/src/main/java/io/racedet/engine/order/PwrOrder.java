package io.racedet.engine.order;

import io.racedet.clock.Clock;
import io.racedet.clock.JoinListener;
import io.racedet.clock.ThreadClocks;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.ids.ObjectPages;
import it.unimi.dsi.fastutil.longs.LongArrays;

/** The PWR order of a trace in one pass. */
public final class PwrOrder extends ClockOrder {
  /* Program order, with fork, join, notify to wake, and conflicting sync operations and hand-offs
   * in their observed order; write-read dependency; and release-order dependency (ROD): once a
   * section's acquire is before an event inside a later section of the same lock, so is its
   * release.
   *
   * A thread j's sections of one lock and mode are ordered among themselves, so when t knows j up
   * to time k at most one of them matters: the one that is open at k. While t holds the lock no
   * other thread finishes a section that excludes t's, so ROD can only apply when t acquires the
   * lock or learns something new, and is applied then: a thread's clock is always complete.
   *
   * This subsumes appendix G.1 of [1], which applies ROD at an access unless no section was
   * recorded since the last time: here the locks held are visited only at an acquire, and when an
   * access or another event adds an edge from another thread. And G.4, thread-local histories whose
   * sections are removed once they are behind their reader: a section that a thread knows entirely
   * is never visited again, since the search starts at what the thread knows, so one history for
   * all threads, with shared clocks, replaces T copies. A section is not kept if none of its events
   * can be known without its release. There is still a limit, as in G.4.
   *
   * [1] Sulzmann & Stadtmueller, Efficient, Near Complete and Often Sound Hybrid Dynamic Data Race
   *     Prediction, MPLR 2020: section 4, appendices B, F, G. */

  private static final int NOBODY = -1;

  private final LocklessOrder edges;
  private final PwrSections sections;
  private final ObjectPages<HeldLocks> held = new ObjectPages<>(HeldLocks::new); // by thread
  private long[] lastKnowable =
      new long[0]; // by thread: the newest event that others can know without a later one

  // While the clock of the write that a read depends on is joined: whether another path also orders
  // the write.
  private int watchedThread = NOBODY;
  private long watchedTime;
  private boolean watchedIsReached;

  /**
   * Creates the order of an empty trace.
   *
   * @param sectionLimit how many finished sections are kept for each thread of each lock
   * @param joins receives the edges; may be null
   */
  public PwrOrder(int sectionLimit, JoinListener joins) {
    super(new ThreadClocks(joins));
    edges = new LocklessOrder(clocks, true);
    sections = new PwrSections(sectionLimit);
  }

  @Override
  public long lackingSections() {
    return sections.lacking();
  }

  @Override
  void update(Op op, int thread, int operand, long time) {
    switch (op) {
      case ACQUIRE -> acquire(thread, operand, false, time);
      case ACQUIRE_SHARED -> acquire(thread, operand, true, time);
      case RELEASE -> release(thread, operand, false, time);
      case RELEASE_SHARED -> release(thread, operand, true, time);
      case AGAIN -> {
        /* Nothing is known of it. */
      }
      default -> {
        learn(thread, edges.arrive(op, thread, operand, time));
        noteKnowable(thread, time);
      }
    }
    edges.leave(op, thread, operand, time);
  }

  @Override
  public boolean readFrom(int thread, int writer, long time, Clock clock) {
    watchedThread = writer;
    watchedTime = time;
    watchedIsReached = false;
    learn(thread, clocks.join(thread, writer, time, clock));
    watchedThread = NOBODY;
    return !watchedIsReached;
  }

  @Override
  public boolean forgets() {
    return true;
  }

  @Override
  public void forget(Operand space, int id) {
    observed.forget(space, id);
    edges.forget(space, id);
    if (space == Operand.LOCK) {
      sections.forget(id);
    }
  }

  /** A snapshot of the clock at an event that others may be ordered after. */
  @Override
  public Clock snapshot(int thread, long time) {
    noteKnowable(thread, time);
    return clocks.snapshot(thread);
  }

  private void noteKnowable(int thread, long time) {
    if (thread >= lastKnowable.length) {
      lastKnowable = LongArrays.grow(lastKnowable, thread + 1);
    }
    lastKnowable[thread] = time;
  }

  private void acquire(int thread, int lock, boolean shared, long time) {
    held.of(thread).acquire(lock, shared, time);
    learn(thread, joinOpenSections(thread, lock, shared));
  }

  private void release(int thread, int lock, boolean shared, long time) {
    long acquired = held.of(thread).release(lock, shared);
    boolean knowableInside = thread < lastKnowable.length && lastKnowable[thread] >= acquired;
    Clock clock = knowableInside ? snapshot(thread, time) : null;
    sections.add(lock, thread, shared, acquired, time, clock);
  }

  /** Applies ROD to all locks held until nothing changes. */
  private void learn(int thread, boolean somethingNew) {
    boolean learned = somethingNew;
    while (learned) {
      HeldLocks locks = held.of(thread);
      learned = false;
      for (int i = 0; i < locks.size(); i++) {
        learned |= joinOpenSections(thread, locks.lock(i), locks.isShared(i));
      }
    }
  }

  private boolean joinOpenSections(int thread, int lock, boolean shared) {
    boolean learned = false;
    int user = sections.firstUser(lock);
    for (; user != PwrSections.NONE; user = sections.nextUser(user)) {
      int section = sections.seenInto(user, clocks, thread, shared);
      if (section != PwrSectionList.NONE) {
        learned |= join(thread, sections.thread(user), sections.list(user), section);
      }
    }
    return learned;
  }

  private boolean join(int thread, int other, PwrSectionList list, int section) {
    Clock clock = list.clock(section);
    long released = list.released(section);
    if (watchedThread != NOBODY) {
      long reached = watchedThread == other ? released : clock.known(watchedThread);
      watchedIsReached |= reached >= watchedTime;
    }
    return clocks.join(thread, other, released, clock);
  }
}
