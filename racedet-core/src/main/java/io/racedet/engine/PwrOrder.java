package io.racedet.engine;

import java.util.Arrays;

/** The PWR order of a trace in one pass, and happens-before beside it. */
final class PwrOrder {
  /* Program order, with fork, join, notify to wake, and conflicting sync operations and hand-offs
   * in their observed order; write-read dependency; and release-order dependency (ROD): once a
   * section's acquire is before an event inside another section of the same lock, so is its release.
   *
   * A thread j's sections of one lock are ordered among themselves, so when t knows j up to time k
   * at most one of them needs attention: the one that lies open at k. While t holds the lock nobody
   * finishes a section that excludes t's, so ROD can only act when t acquires the lock or learns
   * something new, and is applied there at once. A thread's clock is thus always complete.
   *
   * [1] Sulzmann & Stadtmueller, Efficient, Near Complete and Often Sound Hybrid Dynamic Data Race
   *     Prediction, MPLR 2020: section 4, appendices B, F, G. */

  private static final int NOBODY = -1;

  private final PwrClocks clocks = new PwrClocks();
  private final PwrHappensBefore observed = new PwrHappensBefore();
  private final PwrContexts contexts = new PwrContexts();
  private final PwrSections sections;
  private final PwrHandOffs syncs = new PwrHandOffs(clocks, true);
  private final PwrHandOffs channels = new PwrHandOffs(clocks, true);
  private final PwrNotifies notifies = new PwrNotifies();
  private PwrHeldLocks[] held = new PwrHeldLocks[0]; // by thread
  private long[] lastEvent = new long[0];

  // While the write that a read depends on is joined: whether another path leads from it to here.
  private int watchedThread = NOBODY;
  private long watchedTime;
  private boolean watchedIsReached;

  PwrOrder(int sectionLimit) {
    sections = new PwrSections(sectionLimit);
  }

  PwrContexts contexts() {
    return contexts;
  }

  /** Every event passes here first. */
  void event(int thread, long time) {
    if (thread >= held.length || held[thread] == null) {
      ensureThread(thread);
    }
    lastEvent[thread] = time;
  }

  private void ensureThread(int thread) {
    if (thread >= held.length) {
      int capacity = Math.max(thread + 1, held.length + (held.length >> 1));
      held = Arrays.copyOf(held, capacity);
      lastEvent = Arrays.copyOf(lastEvent, capacity);
    }
    if (held[thread] == null) {
      held[thread] = new PwrHeldLocks(contexts, thread);
      clocks.ensureThread(thread);
      observed.ensureThread(thread);
    }
  }

  /** The thread with the locks it holds. */
  int context(int thread) {
    return held[thread].context();
  }

  /** What the thread knows of other threads; read only. */
  long[] clock(int thread) {
    return clocks.clock(thread);
  }

  /** The same, never to be changed. */
  long[] giveClock(int thread, long time) {
    return clocks.give(thread, time);
  }

  /** Whether happens-before leaves the event of {@code other} unordered with the present. */
  boolean isObservedUnordered(int other, long time, int thread) {
    return !observed.isBefore(other, time, thread);
  }

  /**
   * Orders the write that a read saw before the read.
   *
   * @return whether nothing else does
   */
  boolean readFrom(int thread, int writer, long time, long[] clock) {
    if (writer == thread || clocks.known(thread, writer) >= time) {
      return false;
    }
    watchedThread = writer;
    watchedTime = time;
    watchedIsReached = false;
    learn(thread, clocks.join(thread, writer, time, clock));
    watchedThread = NOBODY;
    return !watchedIsReached;
  }

  void acquire(int thread, int lock, boolean shared, long time) {
    observed.acquire(thread, lock, shared);
    held[thread].acquire(lock, shared, time);
    learn(thread, joinOpenSections(thread, lock, shared));
  }

  void release(int thread, int lock, boolean shared, long time) {
    long acquired = held[thread].release(lock, shared);
    boolean canBeKnownInside = clocks.lastGiven(thread) >= acquired;
    long[] clock = canBeKnownInside ? clocks.give(thread, time) : null;
    sections.add(lock, thread, shared, acquired, time, clock);
    observed.release(thread, lock, shared, time);
  }

  void fork(int thread, int child, long time) {
    ensureThread(child);
    clocks.join(child, thread, time, clocks.give(thread, time));
    observed.join(child, thread, time);
  }

  void join(int thread, int child) {
    ensureThread(child);
    long last = lastEvent[child];
    observed.join(thread, child, last);
    learn(thread, clocks.join(thread, child, last, clocks.give(child, last)));
  }

  void syncRead(int thread, int sync, long time) {
    observed.syncRead(thread, sync);
    learn(thread, syncs.receive(thread, sync));
    syncs.received(thread, sync, time);
  }

  void syncWrite(int thread, int sync, long time) {
    observed.syncWrite(thread, sync, time);
    learn(thread, syncs.send(thread, sync));
    syncs.sent(thread, sync, time);
  }

  void receive(int thread, int channel, long time) {
    observed.receive(thread, channel);
    learn(thread, channels.receive(thread, channel));
    channels.received(thread, channel, time);
  }

  void send(int thread, int channel, long time) {
    observed.send(thread, channel, time);
    learn(thread, channels.send(thread, channel));
    channels.sent(thread, channel, time);
  }

  void notify(int thread, int operand, long time) {
    notifies.add(
        operand, thread, time, clocks.give(thread, time), observed.giveClock(thread, time));
  }

  /** Orders the last notify before a wake if it fell between release and acquire of the wait. */
  void wake(int thread, int operand) {
    long time = notifies.time(operand);
    int resumed = held[thread].resumed(operand);
    if (time == 0 || resumed == NOBODY) {
      return;
    }
    long released = sections.lastExclusiveRelease(held[thread].lock(resumed), thread);
    if (released > 0 && released < time && time < held[thread].since(resumed)) {
      int notifier = notifies.thread(operand);
      observed.join(thread, notifier, time, notifies.observedClock(operand));
      learn(thread, clocks.join(thread, notifier, time, notifies.clock(operand)));
    }
  }

  /** Applies ROD to all locks held until nothing new comes of it. */
  private void learn(int thread, boolean somethingNew) {
    PwrHeldLocks locks = held[thread];
    boolean learned = somethingNew;
    while (learned) {
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
      int other = sections.thread(user);
      long known = clocks.known(thread, other);
      if (known > 0
          && known < sections.newestKept(user)
          && other != thread
          && !(shared && sections.isShared(user))) {
        learned |= joinSectionOpenAt(known, thread, other, sections.list(user));
      }
    }
    return learned;
  }

  private boolean joinSectionOpenAt(long known, int thread, int other, PwrSectionList list) {
    int section = list.openAt(known);
    if (section == PwrSectionList.NONE) {
      return false;
    }
    long[] clock = list.clock(section);
    long released = list.released(section);
    if (watchedThread != NOBODY) {
      long reached = watchedThread == other ? released : at(clock, watchedThread);
      watchedIsReached |= reached >= watchedTime;
    }
    return clocks.join(thread, other, released, clock);
  }

  private static long at(long[] clock, int thread) {
    return thread < clock.length ? clock[thread] : 0;
  }
}
