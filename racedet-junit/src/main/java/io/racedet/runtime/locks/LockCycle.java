package io.racedet.runtime.locks;

import io.racedet.runtime.memory.Pace;

/**
 * Drives threads into a dead-lock and breaks it: holds each thread that is about to ask for a lock
 * at one of some locations while it holds another lock, until each of them holds the lock that
 * another one asks for. The request of the last one is then ended by an error, so that it gives its
 * locks back, and the others go on.
 *
 * <p>No thread waits for a lock of the cycle before it is broken. Thread-safe.
 */
public final class LockCycle extends HeldThreads {
  /** How long threads of one recording may be held in vain, in total, for each request. */
  public static final long HELD_NANOS = 150_000_000L;

  /* The threads come to their requests one after another, and do not have to be fast. */
  private static final long LONGEST_HOLD_NANOS = 50_000_000L;

  private static final int MOST_PASSED_BITS = 3;

  /** A thread that is held before a request. */
  private static final class AtRequest extends Hold {
    final long lock;
    final int places; // a bit for each location that it may be at
    AtRequest waitsFor; // in the path that is searched

    AtRequest(HeldLocks thread, long lock, int places) {
      super(thread);
      this.lock = lock;
      this.places = places;
    }
  }

  private volatile int[][] sites;
  private final boolean[] isShared;
  private final int holds; // a bit for each location at which threads are held
  private int toPass;
  private boolean happened;
  private HeldLocks victim;
  private long[] asked = {}; // the locks of the cycle

  /**
   * Expects threads at requests, each given by its sites.
   *
   * @param sites for each request the instructions, one for each class loader
   * @param isShared for each whether in read mode
   * @param attempt decides at which requests threads are held, and how many pass before
   * @param nanos how long threads may be held in vain, for each request
   */
  public LockCycle(int[][] sites, boolean[] isShared, long attempt, long nanos) {
    super(sites.length * LONGEST_HOLD_NANOS, sites.length * nanos);
    this.sites = sites.clone();
    this.isShared = isShared.clone();
    int bits = (int) (Pace.mix(attempt) >>> 40);
    int all = (1 << sites.length) - 1;
    int some = bits >>> 8 & all;
    holds = attempt <= 1 || (bits & 3) != 0 || some == 0 ? all : some;
    int magnitude = attempt <= 1 ? 0 : (bits >>> 2 & 15) % (MOST_PASSED_BITS + 1);
    toPass = (bits >>> 6 & 15) % (1 << magnitude);
  }

  /** Adds a site to a request: its class has just been loaded. */
  public synchronized void add(int request, int site) {
    int[][] more = sites.clone();
    more[request] = with(more[request], site);
    sites = more;
  }

  /** Whether threads have been at all requests, each with the lock that another one asks for. */
  public synchronized boolean happened() {
    return happened;
  }

  /**
   * Whether threads that waited for each other's locks were at all requests: one that waits inside
   * its critical section is not held anywhere.
   */
  public boolean isOf(RawDeadlock found) {
    RawDeadlock.Member[] members = found.members();
    int places = 0;
    for (RawDeadlock.Member member : members) {
      places |= places(member.site());
    }
    return members.length == isShared.length && places == (1 << isShared.length) - 1;
  }

  /**
   * Comes before a thread asks for a lock, with no stripe held.
   *
   * @throws DeadlockBroken if the request would be the last one of the dead-lock
   */
  public void arrive(HeldLocks self, RecordedThreads threads, long lock, int site) {
    int places = places(site);
    if (places == 0 && !happened()) {
      return;
    }
    AtRequest hold = closeOrHold(self, lock, places);
    if (hold != null) {
      await(hold, threads);
    }
  }

  private int places(int site) {
    int[][] all = sites;
    int places = 0;
    for (int i = 0; i < all.length; i++) {
      places |= contains(all[i], site) ? 1 << i : 0;
    }
    return places;
  }

  /** Ends the request if it closes the cycle; else returns how to hold the thread, or null. */
  private synchronized AtRequest closeOrHold(HeldLocks self, long lock, int places) {
    if (self.modes(lock) != 0) {
      return null; // it is re-entrant, or an upgrade
    }
    if (happened) {
      /* A thread that has caught the error may ask again before it has given its locks back. */
      if (self == victim && holdsAsked(self)) {
        throw new DeadlockBroken();
      }
      return null;
    }
    AtRequest request = new AtRequest(self, lock, places);
    if (closes(request, request, places, 1)) {
      happened = true;
      victim = self;
      release(request);
      throw new DeadlockBroken();
    }
    boolean isWanted = (places & holds) != 0 && !self.isEmpty() && hasTimeLeft();
    if (!isWanted || --toPass >= 0) {
      return null;
    }
    add(request);
    return request;
  }

  private boolean holdsAsked(HeldLocks thread) {
    for (long lock : asked) {
      if (thread.modes(lock) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether a path of requests, each for a lock that the thread of the next holds, is a cycle. */
  private boolean closes(AtRequest path, AtRequest last, int places, int length) {
    if (length == isShared.length) {
      return places == (1 << length) - 1 && excludes(last, path);
    }
    for (Hold hold = held(); hold != null; hold = hold.next()) {
      AtRequest next = (AtRequest) hold;
      if (!next.met && !isOn(path, last, next) && excludes(last, next)) {
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

  /** Whether a thread asks for what another one holds, in modes that exclude each other. */
  private boolean excludes(AtRequest asking, AtRequest holder) {
    int modes = holder.thread.modes(asking.lock);
    return (modes & HeldLocks.EXCLUSIVE) != 0 || modes != 0 && !isShared(asking.places);
  }

  private boolean isShared(int places) {
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
}
