package io.racedet.runtime.schedule;

import io.racedet.runtime.locks.DeadlockBroken;
import io.racedet.runtime.locks.HeldLocks;
import io.racedet.runtime.locks.RawDeadlock;
import io.racedet.runtime.locks.RecordedThreads;

/**
 * Drives threads into a deadlock and breaks it: holds each thread that is about to request a lock
 * at one of some locations while it holds another lock, until each of them holds the lock that
 * another one requests. The request of the last one is then ended by an error, so that it gives its
 * locks back, and the others go on.
 *
 * <p>No thread waits for a lock of the cycle before it is broken. Thread-safe.
 */
public final class LockCycle extends HeldThreads {
  /** How long threads of one recording may be held without result, in total, for each request. */
  public static final long HELD_NANOS = 150_000_000L;

  /* The threads come to their requests one after another, and do not have to be fast. */
  private static final long MAX_HOLD_NANOS = 50_000_000L;

  private static final int MAX_PASSED_BITS = 3;

  /** The longest cycle that threads are driven into: each request has a bit. */
  static final int MAX_REQUESTS = Long.SIZE - 1;

  /** A thread that is held before a request. */
  private static final class AtRequest extends Hold {
    final long lock;
    final long places; // a bit for each location that it may be at
    AtRequest waitsFor; // in the path that is searched

    AtRequest(HeldLocks thread, long lock, long places) {
      super(thread);
      this.lock = lock;
      this.places = places;
    }
  }

  private volatile int[][] sites; // of each request; the arrays are not changed
  private final boolean[] isShared;
  private final long holds; // a bit for each location at which threads are held
  private int toPass;
  private volatile boolean happened;
  private HeldLocks victim; // null once it has given back its locks of the cycle
  private long victimAcquires; // how many it had made
  private long[] asked = {}; // the locks of the cycle

  /**
   * Expects threads at requests, each given by its sites. Of more than {@value #MAX_REQUESTS}
   * requests, none is held.
   *
   * @param sites for each request the instructions, one for each class loader
   * @param attempt decides at which requests threads are held, and how many pass before
   * @param nanos how long threads may be held without result, for each request
   */
  public LockCycle(int[][] sites, boolean[] isShared, long attempt, long nanos) {
    super(sites.length * MAX_HOLD_NANOS, sites.length * nanos);
    this.sites = sites.clone();
    this.isShared = isShared.clone();
    long mixed = ScheduledThread.mix(attempt);
    int bits = (int) (mixed >>> 40);
    long all = all(sites.length);
    long some = sites.length <= 16 ? bits >>> 8 & all : ScheduledThread.mix(mixed) & all;
    holds = attempt <= 1 || (bits & 3) != 0 || some == 0 ? all : some;
    int magnitude = attempt <= 1 ? 0 : (bits >>> 2 & 15) % (MAX_PASSED_BITS + 1);
    toPass = (bits >>> 6 & 15) % (1 << magnitude);
  }

  /** Adds a site to a request: its class has just been loaded. */
  public synchronized void add(int request, int site) {
    int[][] more = sites.clone();
    more[request] = with(more[request], site);
    sites = more;
  }

  /* A bit for each request; 0 if there are too many. */
  private static long all(int requests) {
    return requests <= MAX_REQUESTS ? (1L << requests) - 1 : 0;
  }

  /** Whether threads have been at all requests, each with the lock that another one requests. */
  public boolean happened() {
    return happened;
  }

  /**
   * Whether threads that waited for each other's locks were at all requests: one that waits inside
   * its critical section is not held anywhere.
   */
  public boolean isOf(RawDeadlock found) {
    RawDeadlock.Member[] members = found.members;
    long places = 0;
    for (RawDeadlock.Member member : members) {
      places |= places(member.asked.site);
    }
    return members.length == isShared.length && places != 0 && places == all(members.length);
  }

  /**
   * Called before a thread requests a lock, with no stripe held.
   *
   * @throws DeadlockBroken if the request would be the last one of the deadlock
   */
  public void arrive(HeldLocks self, RecordedThreads threads, long lock, int site) {
    long places = places(site);
    if (places == 0 && !happened()) {
      return;
    }
    AtRequest hold = closeOrHold(self, lock, places);
    if (hold != null) {
      await(hold, threads);
    }
  }

  private long places(int site) {
    int[][] all = sites;
    long places = 0;
    if (all.length <= MAX_REQUESTS) {
      for (int i = 0; i < all.length; i++) {
        places |= has(all[i], site) ? 1L << i : 0;
      }
    }
    return places;
  }

  /** Ends the request if it closes the cycle; else returns how to hold the thread, or null. */
  private synchronized AtRequest closeOrHold(HeldLocks self, long lock, long places) {
    if (self.modes(lock) != 0) {
      return null; // it is re-entrant, or an upgrade
    }
    if (happened) {
      endAgain(self);
      return null;
    }
    AtRequest request = new AtRequest(self, lock, places);
    if (!self.mayBeInterrupted(lock) && closes(request, request, places, 1)) {
      happened = true;
      victim = self;
      victimAcquires = self.acquires();
      release(request);
      throw DeadlockBroken.driven();
    }
    boolean isWanted = (places & holds) != 0 && !self.isEmpty() && hasTimeLeft();
    if (!isWanted || --toPass >= 0) {
      return null;
    }
    add(request);
    return request;
  }

  /* A thread that has caught the error may ask again before it has given its locks back. */
  private void endAgain(HeldLocks self) {
    if (self != victim) {
      return;
    }
    for (long lock : asked) {
      if (self.hasHeldSince(lock, victimAcquires)) {
        throw DeadlockBroken.driven();
      }
    }
    victim = null;
  }

  /** Whether a path of requests, each for a lock that the thread of the next holds, is a cycle. */
  private boolean closes(AtRequest path, AtRequest last, long places, int length) {
    if (length == isShared.length) {
      return places == all(length) && excludes(last, path);
    }
    for (Hold hold = held(); hold != null; hold = hold.next()) {
      AtRequest next = (AtRequest) hold;
      if (!next.met
          && !isOn(path, last, next)
          && excludes(last, next)
          && !next.thread.mayBeInterrupted(next.lock)) {
        last.waitsFor = next;
        if (closes(path, next, places | next.places, length + 1)) {
          return true;
        }
        last.waitsFor = null;
      }
    }
    return false;
  }

  private static boolean isOn(AtRequest path, AtRequest last, AtRequest request) {
    AtRequest at = path;
    while (at != last) {
      if (at.thread == request.thread) {
        return true;
      }
      at = at.waitsFor;
    }
    return last.thread == request.thread;
  }

  /** Whether a thread requests what another one holds, in modes that exclude each other. */
  private boolean excludes(AtRequest asking, AtRequest holder) {
    int modes = holder.thread.modes(asking.lock);
    return (modes & HeldLocks.EXCLUSIVE) != 0 || modes != 0 && !isShared(asking.places);
  }

  private boolean isShared(long places) {
    for (int i = 0; i < isShared.length; i++) {
      if ((places >>> i & 1) != 0 && !isShared[i]) {
        return false;
      }
    }
    return true;
  }

  private void release(AtRequest path) {
    long[] locks = new long[isShared.length];
    int count = 0;
    for (AtRequest at = path; count < locks.length; at = at.waitsFor) {
      locks[count++] = at.lock;
      at.met = true;
    }
    asked = locks;
  }

  /** Drives threads into a deadlock. */
  public static final class Targeted extends TargetedPerturber {
    private final LockCycle cycle;

    public Targeted(SchedulePerturber base, LockCycle cycle) {
      super(base);
      this.cycle = cycle;
    }

    @Override
    public void requestPoint(ScheduledThread self, ScheduledThreads threads, long lock, int site) {
      super.requestPoint(self, threads, lock, site);
      if (!self.locks.isEmpty()) {
        cycle.arrive(self.locks, threads, lock, site);
      }
    }

    @Override
    public boolean isTarget(RawDeadlock found) {
      return cycle.isOf(found);
    }

    @Override
    public boolean hasCaught() {
      return cycle.happened();
    }

    @Override
    public void add(int place, int site) {
      cycle.add(place, site);
    }
  }
}
