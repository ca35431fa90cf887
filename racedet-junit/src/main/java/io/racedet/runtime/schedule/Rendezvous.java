package io.racedet.runtime.schedule;

import io.racedet.runtime.locks.HeldLocks;

/**
 * Makes two threads meet at two locations of the code, on the same variable: holds a thread that
 * reaches one location until another thread reaches the other. Both are then about to access the
 * variable, and neither is blocked.
 *
 * <p>A thread is held for a bounded time, by yielding, and released early when no other thread of
 * the recording can move. Thread-safe.
 */
public final class Rendezvous extends HeldThreads {
  /** How long threads of one recording may be held without meeting another, in total. */
  static final long HELD_NANOS = 60_000_000L;

  private static final long MAX_HOLD_NANOS = 20_000_000L;

  private static final int MAX_PASSED_BITS = 6;

  /** Above them are two bits that decide whether the element matters. */
  private static final int ELEMENT_BITS = 14;

  /** A thread that is held before an access. */
  private static final class AtAccess extends Hold {
    final long object;
    final int key;
    final boolean atFirst;
    final boolean atSecond;

    AtAccess(HeldLocks thread, long object, int key, boolean atFirst, boolean atSecond) {
      super(thread);
      this.object = object;
      this.key = key;
      this.atFirst = atFirst;
      this.atSecond = atSecond;
    }

    /** Whether the thread is at neither location, but waits for another thread to be at one. */
    boolean isLate() {
      return !atFirst && !atSecond;
    }

    boolean isMetBy(HeldLocks other, long itsObject, int itsKey, boolean first, boolean second) {
      return other != thread
          && itsObject == object
          && itsKey == key
          && (first && atSecond || second && atFirst);
    }
  }

  private volatile int[] first; // instructions; the arrays are not changed
  private volatile int[] second;
  private final boolean holdsFirst;
  private final boolean holdsSecond;
  private final int element;
  private final int late;
  private boolean lateHasBegun;
  private int toPass;
  private boolean happened;

  /**
   * Expects threads at two locations, each given by its sites: one for each class loader.
   *
   * @param attempt decides at which location threads are held, and how many pass before
   * @param element index of the element of an array at which threads are held in most attempts;
   *     negative for any variable
   * @param late slot of the thread that begins only when another one is held; negative for none
   * @param nanos how long threads may be held without meeting another
   */
  public Rendezvous(int[] first, int[] second, long attempt, int element, int late, long nanos) {
    super(MAX_HOLD_NANOS, nanos);
    this.first = first;
    this.second = second;
    int bits = (int) (ScheduledThread.mix(attempt) >>> 48);
    holdsFirst = (bits & 3) != 3;
    holdsSecond = (bits & 3) != 2;
    int magnitude = (bits >>> 2 & 1) == 0 ? 0 : (bits >>> 3) % (MAX_PASSED_BITS + 1);
    toPass = (bits >>> 6) % (1 << magnitude);
    this.element = (bits >>> ELEMENT_BITS) == 0 ? -1 : element;
    this.late = late;
  }

  /** Adds a site to the first or second location: its class has just been loaded. */
  synchronized void add(boolean toFirst, int site) {
    if (toFirst) {
      first = with(first, site);
    } else {
      second = with(second, site);
    }
  }

  /** Whether two threads have been at the two locations at the same time. */
  synchronized boolean happened() {
    return happened;
  }

  /** Called before the first event of a thread, with no stripe held. */
  void begin(ScheduledThread self, ScheduledThreads threads) {
    if (self.locks.slot == late) {
      Hold hold = holdLate(self);
      if (hold != null) {
        await(hold, threads);
      }
    }
  }

  private synchronized Hold holdLate(ScheduledThread self) {
    if (lateHasBegun) {
      return null;
    }
    lateHasBegun = true;
    return held() == null ? added(new AtAccess(self.locks, 0, 0, false, false)) : null;
  }

  private Hold added(Hold hold) {
    add(hold);
    return hold;
  }

  /** Called before an access, with no stripe held. */
  void arrive(ScheduledThread self, ScheduledThreads threads, long object, int key, int site) {
    boolean atFirst = has(first, site);
    boolean atSecond = has(second, site);
    if (atFirst || atSecond) {
      Hold hold = meetOrHold(self, object, key, atFirst, atSecond);
      if (hold != null) {
        await(hold, threads);
      }
    }
  }

  /** Releases a thread that is held for this one; else returns how to hold this one, or null. */
  private synchronized Hold meetOrHold(
      ScheduledThread self, long object, int key, boolean atFirst, boolean atSecond) {
    for (Hold other = held(); other != null; other = other.next()) {
      if (!other.met && ((AtAccess) other).isMetBy(self.locks, object, key, atFirst, atSecond)) {
        other.met = true;
        happened = true;
        return null;
      }
    }
    boolean isMeant = element < 0 || element == key;
    boolean holds = isMeant && (atFirst && holdsFirst || atSecond && holdsSecond);
    if (!holds || happened || !hasTimeLeft() || --toPass >= 0) {
      return null;
    }
    for (Hold other = held(); other != null; other = other.next()) {
      other.met |= ((AtAccess) other).isLate();
    }
    return added(new AtAccess(self.locks, object, key, atFirst, atSecond));
  }

  /**
   * Drives two threads into one race: at each data access it checks whether the thread has reached
   * one of the target locations.
   */
  public static final class Targeted extends TargetedPerturber {
    private final Rendezvous rendezvous;

    public Targeted(SchedulePerturber base, Rendezvous rendezvous) {
      super(base);
      this.rendezvous = rendezvous;
    }

    @Override
    public void syncPoint(
        ScheduledThread self, ScheduledThreads threads, long object, int key, int site) {
      rendezvous.begin(self, threads);
      super.syncPoint(self, threads, object, key, site);
    }

    @Override
    public int accessPoint(
        ScheduledThread self, ScheduledThreads threads, long object, int key, int site) {
      rendezvous.begin(self, threads);
      countedPoint(self, threads, object, key, site);
      rendezvous.arrive(self, threads, object, key, site);
      return 0;
    }

    /** The thread is beyond the location by now. */
    @Override
    public int coveredPoint(
        ScheduledThread self, ScheduledThreads threads, long object, int key, int site) {
      countedPoint(self, threads, object, key, site);
      return 0;
    }

    private void countedPoint(
        ScheduledThread self, ScheduledThreads threads, long object, int key, int site) {
      if (--self.untilAccessPoint < 0) {
        self.untilAccessPoint = super.accessPoint(self, threads, object, key, site);
      }
    }

    @Override
    public boolean isTargeted() {
      return true;
    }

    @Override
    public boolean hasCaught() {
      return rendezvous.happened();
    }

    @Override
    public void add(int place, int site) {
      rendezvous.add(place == 0, site);
    }
  }
}
