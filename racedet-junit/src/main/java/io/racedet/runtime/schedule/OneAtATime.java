package io.racedet.runtime.schedule;

import io.racedet.runtime.locks.SpinLock;
import io.racedet.runtime.log.FieldHandle;
import io.racedet.runtime.spans.AccessSites;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/*
 * [1] Burckhardt, Kothari, Musuvathi, Nagarakatte, "A randomized scheduler with probabilistic
 * guarantees of finding bugs", ASPLOS 2010.
 * [2] Yuan, Yang, Gu, "Partial order aware concurrency sampling", CAV 2018.
 */

/**
 * Lets the threads of a recording go on one at a time: a thread that comes to a point is held there
 * until every other thread that could run is held too, and a policy prefers it to those.
 *
 * <p>Nothing can deadlock: a thread that is blocked, or comes to no point for a while, is not
 * waited for; each thread is held for a bounded time in total. One that requests a lock which
 * nobody has any more is not blocked, even if the operating system has not let it go on yet: else
 * the order of the threads would depend on when it does. Thread-safe.
 */
final class OneAtATime implements SchedulePerturber {
  private static final VarHandle SPINNING =
      FieldHandle.of(MethodHandles.lookup(), "spinning", int.class);
  private static final VarHandle HOLDING =
      FieldHandle.of(MethodHandles.lookup(), "holding", int.class);

  /* Mean number of data accesses between points, negative for none, one of which the seed draws. */
  private static final int[] GAPS = {-1, -1, 0, 0, 2, 8, 32, 128};

  /** How long to wait for the thread that has its turn to come to its next point. */
  private static final long TURN_NANOS = 1_000_000L;

  /**
   * The same, as long as a thread is being started: on a busy machine the operating system lets
   * others run first, some milliseconds each.
   */
  private static final long START_NANOS = 25_000_000L;

  /** Waiting counts by this divisor as long as other threads make progress. */
  private static final int PROGRESS_DIVISOR = 8;

  /**
   * The same as long as threads are started one by one: a hundred of them take a tenth of a second,
   * in which the first one waits for its turn.
   */
  private static final int START_DIVISOR = 64;

  /** So many points are none between a notify and the next lock of the thread that notifies. */
  private static final int MAX_OUTRUN = 8;

  /** So many turns of one thread in a row are a loop that waits for another thread. */
  private static final int MAX_IN_A_ROW = 100;

  /** All threads that wait are late on a busy machine; more repetitions are worth more then. */
  private static final long MAX_LATENESS_NANOS = 500_000_000L;

  private final BoundedWait waits = new BoundedWait(MAX_LATENESS_NANOS);
  private final Policy policy;
  private final long seed;
  private final int gap;
  private final int mostSpinning;
  private final boolean leavesNotified;
  private final SpinLock lock = new SpinLock();
  private volatile int spinning;
  private volatile int holding; // how many threads wait for their turn

  /* Written under the lock. */
  private volatile int turns;
  private int choices; // turns that another thread could have had
  private ScheduledThread last;
  private int inARow;
  private int lowered;

  /**
   * @param mostSpinning how many threads wait by yielding, which notice their turn soon; the others
   *     sleep, since they would take the processor of the thread that has its turn
   */
  OneAtATime(Policy policy, long seed, int mostSpinning) {
    this.policy = policy;
    this.mostSpinning = mostSpinning;
    this.seed = seed;
    leavesNotified = policy.leavesNotified(seed);
    gap = policy.isAtEachAccess(seed) ? 0 : GAPS[(int) (ScheduledThread.mix(seed) >>> 61)];
  }

  @Override
  public void syncPoint(
      ScheduledThread self, ScheduledThreads threads, long object, int key, int site) {
    await(self, threads, object, key, site);
  }

  @Override
  public int coveredPoint(
      ScheduledThread self, ScheduledThreads threads, long object, int key, int site) {
    self.turn.isCovered = true;
    try {
      return accessPoint(self, threads, object, key, site);
    } finally {
      self.turn.isCovered = false;
    }
  }

  @Override
  public int accessPoint(
      ScheduledThread self, ScheduledThreads threads, long object, int key, int site) {
    /* The first access by a thread that does nothing else before is a point in any case. */
    if (gap >= 0 || self.begin()) {
      await(self, threads, object, key, site);
    }
    boolean isOver = gap < 0 || self.allowance <= 0;
    return isOver ? Integer.MAX_VALUE : self.random(2 * gap + 1);
  }

  @Override
  public void requestPoint(ScheduledThread self, ScheduledThreads threads, long lock, int site) {
    self.asked.ask(lock);
  }

  @Override
  public boolean followsRequests() {
    return true;
  }

  /** Waits for the turn of a thread, which is about to access a variable at an instruction. */
  private void await(
      ScheduledThread self, ScheduledThreads threads, long object, int key, int site) {
    if (self.steps() == 0 && isOfCollector(self.thread)) {
      self.allowance = 0;
    }
    self.step();
    if (!waits.mayWait(self) || outruns(self)) {
      return;
    }
    Turn turn = self.turn;
    turn.object = object;
    turn.key = key;
    turn.site = site;
    turn.granted = false;
    self.asked.forget();
    turn.waits = true;
    self.allowance -= hold(self, threads);
    turn.waits = false;
  }

  /* It keeps its turn, as who has been notified takes the lock as soon as it is free. */
  private boolean outruns(ScheduledThread self) {
    if (!leavesNotified || !self.locks.hasNotified()) {
      self.outrun = 0;
      return false;
    }
    return self.outrun++ < MAX_OUTRUN;
  }

  /* Returns what its waiting counts. */
  private long hold(ScheduledThread self, ScheduledThreads threads) {
    HOLDING.getAndAdd(this, 1);
    boolean spins = false;
    long counted = 0;
    long sinceProgress = 0;
    int seen = turns;
    int known = threads.count();
    boolean isAfterStart = false; // whether what has moved last is a start, not a turn
    while (!isNext(self, threads)) {
      if (counted >= self.allowance || threads.isOver()) {
        break;
      }
      if (!spins) {
        int others = spinning;
        spins = others < mostSpinning && SPINNING.compareAndSet(this, others, others + 1);
      }
      long round = spins ? waits.round() : waits.sleep(self, holding);
      int turn = turns;
      int count = threads.count();
      boolean isTurn = turn != seen;
      boolean isStart = count != known;
      seen = turn;
      known = count;
      sinceProgress = isTurn || isStart ? 0 : sinceProgress + round;
      isAfterStart = isStart || isAfterStart && !isTurn;
      boolean isStarting = isStarting(threads);
      counted +=
          round / (isStarting || isAfterStart ? START_DIVISOR : isTurn ? PROGRESS_DIVISOR : 1);
      if (sinceProgress > (isStarting ? START_NANOS : TURN_NANOS)) {
        markUnresponsive(self, threads);
        sinceProgress = 0;
      }
    }
    if (spins) {
      SPINNING.getAndAdd(this, -1);
    }
    HOLDING.getAndAdd(this, -1);
    return counted;
  }

  private boolean isNext(ScheduledThread self, ScheduledThreads threads) {
    Turn turn = self.turn;
    if (!turn.granted && lock.tryLock()) {
      try {
        if (!turn.granted) {
          decide(threads);
        }
      } finally {
        lock.unlock();
      }
    }
    return turn.granted;
  }

  /* Gives a thread its turn, unless one that could run has not come to its next point yet. */
  private void decide(ScheduledThreads threads) {
    int scanned = threads.scheduledEnd();
    for (int i = 0; i < scanned; i++) {
      if (isAwaited(threads, threads.scheduled(i))) {
        return;
      }
    }
    ScheduledThread next = preferred(threads, scanned, null);
    if (next == null) {
      return;
    }
    boolean isChoice = preferred(threads, scanned, next) != null;
    if (policy.lowers(seed, turns)) {
      lower(next);
      next = preferred(threads, scanned, null);
    }
    if (next == last && ++inARow > MAX_IN_A_ROW) {
      ScheduledThread other = preferred(threads, scanned, next);
      lower(next);
      next = other == null ? next : other;
    }
    grant(threads, scanned, next);
    choices += isChoice ? 1 : 0;
  }

  private void lower(ScheduledThread thread) {
    thread.turn.lowered = ++lowered;
  }

  private void grant(ScheduledThreads threads, int scanned, ScheduledThread next) {
    if (next != last) {
      last = next;
      inARow = 0;
    }
    Turn turn = next.turn;
    if (policy.drawsAgain()) {
      for (int i = 0; i < scanned; i++) {
        Turn other = threads.scheduled(i).turn;
        if (other != turn && other.waits && other.isAtVariableOf(turn)) {
          other.draws++;
        }
      }
    }
    turn.grant();
    turns++;
  }

  private ScheduledThread preferred(ScheduledThreads threads, int scanned, ScheduledThread except) {
    ScheduledThread best = null;
    long highest = Long.MIN_VALUE;
    for (int i = 0; i < scanned; i++) {
      ScheduledThread thread = threads.scheduled(i);
      Turn turn = thread.turn;
      if (thread != except && turn.waits && !turn.granted) {
        long priority = policy.priority(seed, thread, choices);
        if (best == null || priority > highest) {
          best = thread;
          highest = priority;
        }
      }
    }
    return best;
  }

  /* Whether a thread could run and will come to a point. One in state NEW is about to be started. */
  private boolean isAwaited(ScheduledThreads threads, ScheduledThread thread) {
    Turn turn = thread.turn;
    if (turn.waits && !turn.granted || thread.isUnresponsive() || thread.allowance <= 0) {
      return false;
    }
    if (turn.waits) {
      return true; // it has its turn, but sleeps perhaps
    }
    if (leavesNotified && thread.locks.isWaiting()) {
      return false;
    }
    Thread.State state = thread.thread.getState();
    return state == Thread.State.RUNNABLE
        || state == Thread.State.NEW
        || thread.asked.isComing(threads, state);
  }

  /* Whether a thread is about to be started, or has been and is to come to its first point. */
  private boolean isStarting(ScheduledThreads threads) {
    int scanned = threads.scheduledEnd();
    for (int i = 0; i < scanned; i++) {
      ScheduledThread thread = threads.scheduled(i);
      if (thread.steps() == 0 && isAwaited(threads, thread)) {
        return true;
      }
    }
    return false;
  }

  private void markUnresponsive(ScheduledThread self, ScheduledThreads threads) {
    int scanned = threads.scheduledEnd();
    for (int i = 0; i < scanned; i++) {
      ScheduledThread other = threads.scheduled(i);
      if (other != self && isAwaited(threads, other)) {
        other.markUnresponsive(other.steps());
      }
    }
  }

  /**
   * Whether it is of the JDK and works after a garbage collection, which comes at any time: if it
   * had turns, the order of the other threads would not come again.
   */
  static boolean isOfCollector(Thread thread) {
    String name = thread.getName();
    return name.equals("Reference Handler") || name.equals("Common-Cleaner");
  }

  /**
   * Which of the threads that could go on does so. All decisions follow from the seed, the paths of
   * the threads and what they have done so far. No enum: {@link Enum} is instrumented.
   */
  abstract static class Policy {
    static final long FIRST = 1L << 62;

    static final long LOW_BITS = (1L << 20) - 1;

    private static final int LONGEST = 12;
    private static final int MAX_CHANGES = 3;

    /** The priority of what a thread is about to do: the thread with the largest one goes on. */
    abstract long priority(long seed, ScheduledThread thread, int choices);

    /** Whether the thread that would go on now gets a priority below those of all others. */
    boolean lowers(long seed, int turns) {
      return false;
    }

    /**
     * Whether a thread that has been notified is not waited for, so that others may get the lock
     * before it has it back.
     */
    boolean leavesNotified(long seed) {
      return false;
    }

    /** Whether an access changes the priorities of the threads at the same variable. */
    boolean drawsAgain() {
      return false;
    }

    /** Whether each access is a point, whatever the seed draws. */
    boolean isAtEachAccess(long seed) {
      return false;
    }

    static int changes(long seed) {
      return (int) (draw(seed ^ LOW_BITS) % (MAX_CHANGES + 1));
    }

    static int length(long seed) {
      int given = (int) seed & SeedBits.LENGTH_MASK;
      int bits = given == 0 ? 1 + (int) (draw(~seed) % LONGEST) : Math.min(given, LONGEST + 4);
      return 1 << bits;
    }

    /** A random number, not negative. */
    static long draw(long from) {
      return ScheduledThread.mix(ScheduledThread.mix(from)) >>> 1;
    }
  }

  /**
   * PCT [1]: each thread has a random priority, and at a few random turns the thread that would
   * have its turn gets one below all others. How many turns there are is not known beforehand: the
   * seed has an estimate in it, or one is drawn.
   *
   * <p>In one of four seeds, each thread runs until it blocks before those that have started it,
   * and threads that have been notified are left behind. Not from the literature: who expects that
   * a thread waits already, or that no other one comes between a notify and its effect, is wrong
   * then.
   */
  static final class Priority extends Policy {
    private static final int DEPTH_SHIFT = 40;
    private static final int MAX_DEPTH = 1 << 20;

    private static boolean isStartedFirst(long seed) {
      return (seed & SeedBits.STARTED_FIRST_MASK) == 0;
    }

    @Override
    long priority(long seed, ScheduledThread thread, int choices) {
      int lowered = thread.turn.lowered;
      if (lowered != 0) {
        return -lowered;
      }
      long drawn = draw(seed ^ thread.path());
      long depth = Math.min(thread.depth(), MAX_DEPTH);
      return isStartedFirst(seed)
          ? depth << DEPTH_SHIFT | drawn >>> Long.SIZE - DEPTH_SHIFT
          : drawn;
    }

    @Override
    boolean leavesNotified(long seed) {
      return isStartedFirst(seed);
    }

    @Override
    boolean lowers(long seed, int turns) {
      if (isStartedFirst(seed)) {
        return false;
      }
      int changes = changes(seed);
      int length = length(seed);
      for (int i = 1; i <= changes; i++) {
        if (draw(seed + i) % length == turns) {
          return true;
        }
      }
      return false;
    }
  }

  /**
   * POS [2]: each event has a random priority, which is drawn anew when another thread has just
   * accessed its variable.
   */
  static final class PartialOrder extends Policy {
    @Override
    long priority(long seed, ScheduledThread thread, int choices) {
      return draw(seed ^ thread.path() + ((long) thread.steps() << 32) + thread.turn.draws);
    }

    @Override
    boolean drawsAgain() {
      return true;
    }
  }

  /**
   * A random walk: all threads are equally likely at each turn. Turns of which there is no choice
   * do not count: a thread alone has more of them the first time, when its classes are loaded.
   */
  static final class RandomWalk extends Policy {
    @Override
    long priority(long seed, ScheduledThread thread, int choices) {
      return draw(seed ^ thread.path() + choices);
    }
  }

  /**
   * All threads wait before one instruction, whose hash is in the seed, or after it and before the
   * accesses that it covers, for as long as one can go on elsewhere; otherwise each thread has a
   * random priority. If the seed names none, each instruction has a random priority. Not from the
   * literature: with many threads that do the same, an order in which all of them are late has a
   * probability that does not depend on their number.
   */
  static final class Instruction extends Policy {
    private static final int POINT_MASK = SeedBits.HASH_MASK | SeedBits.COVERED_MASK;

    private final AccessSites sites;

    Instruction(AccessSites sites) {
      this.sites = sites;
    }

    @Override
    long priority(long seed, ScheduledThread thread, int choices) {
      Turn turn = thread.turn;
      int hash = sites.hash(turn.site) & SeedBits.HASH_MASK;
      int point = turn.isCovered ? hash | SeedBits.COVERED_MASK : hash;
      long ofThread = draw(seed ^ thread.path());
      if (isNamed(seed)) {
        return point == ((int) seed & POINT_MASK)
            ? ofThread >> SeedBits.HASH_BITS
            : ofThread | FIRST;
      }
      return draw(seed + point) & ~LOW_BITS | ofThread & LOW_BITS;
    }

    /* A point that is left out would not be known to be the one. */
    @Override
    boolean isAtEachAccess(long seed) {
      return isNamed(seed) && (seed & SeedBits.COVERED_MASK) != 0;
    }

    private static boolean isNamed(long seed) {
      return (seed & SeedBits.HASH_MASK) != 0;
    }
  }
}
