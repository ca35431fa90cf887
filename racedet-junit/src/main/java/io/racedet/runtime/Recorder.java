package io.racedet.runtime;

import io.racedet.runtime.locks.LockCycle;
import io.racedet.runtime.log.BufferSpace;
import io.racedet.runtime.schedule.Pace;
import io.racedet.runtime.spans.AccessSites;

/**
 * Starts and stops recordings, of which there is one at a time.
 *
 * <p>Thread-safe: {@link #stop} may be called from any thread, and more than once.
 */
public final class Recorder {
  /** No perturbation. */
  public static final int SCHEDULE_NONE = 0;

  /** Random delays and hand-offs. */
  public static final int SCHEDULE_NOISE = 1;

  /** One thread at a time, by random priorities of threads that change at random points. */
  public static final int SCHEDULE_PRIORITY = 2;

  /** One of the three above, chosen by the seed. */
  public static final int SCHEDULE_ANY = 3;

  /** One thread at a time, by random priorities of events. */
  public static final int SCHEDULE_EVENTS = 4;

  /** One thread at a time, each equally likely. */
  public static final int SCHEDULE_WALK = 5;

  /** One thread at a time, by random priorities of instructions. */
  public static final int SCHEDULE_INSTRUCTIONS = 6;

  private final Session session;
  private final Rendezvous rendezvous; // null without two locations as a target
  private final LockCycle cycle; // null without requests as a target
  private final LiveTrace live;
  private RawTrace trace;

  private Recorder(Session session, Rendezvous rendezvous, LockCycle cycle, LiveTrace live) {
    this.session = session;
    this.rendezvous = rendezvous;
    this.cycle = cycle;
    this.live = live;
  }

  /**
   * Starts a recording.
   *
   * @param seed decides every choice of the schedule
   * @param maxEvents about how many events to record; the recording ends by itself there
   * @throws IllegalStateException when another one has not been stopped
   */
  public static Recorder start(int schedule, long seed, long maxEvents) {
    return start(schedule, seed, maxEvents, new AccessSites(), BufferSpace.unlimited());
  }

  /**
   * Starts a recording without the accesses that earlier ones cover.
   *
   * @param seed decides every choice of the schedule
   * @param maxEvents about how many events to record; the recording ends by itself there
   * @param sites the instructions of which covered accesses are not recorded
   * @param space how much of the recording may wait for its analysis
   * @throws IllegalStateException when another one has not been stopped
   */
  public static Recorder start(
      int schedule, long seed, long maxEvents, AccessSites sites, BufferSpace space) {
    return start(perturber(schedule, seed), null, null, seed, maxEvents, sites, space);
  }

  /**
   * Starts a recording in which two threads are to meet at two locations, on one variable.
   *
   * @param schedule one of the schedules above, which is used besides
   * @param attempt decides who is held
   * @param element index of the element of an array that is meant; negative for any variable
   * @param late the slot of the thread that begins only when another one is held; negative for none
   * @param seed decides every choice of the schedule
   * @param maxEvents about how many events to record; the recording ends by itself there
   * @param sites the instructions of which covered accesses are not recorded
   * @param space how much of the recording may wait for its analysis
   * @throws IllegalStateException when another one has not been stopped
   */
  public static Recorder startTargeted(
      int schedule,
      int[] first,
      int[] second,
      long attempt,
      int element,
      int late,
      long seed,
      long maxEvents,
      AccessSites sites,
      BufferSpace space) {
    Rendezvous rendezvous =
        new Rendezvous(first, second, attempt, element, late, Rendezvous.HELD_NANOS);
    return start(schedule, rendezvous, seed, maxEvents, sites, space);
  }

  static Recorder start(
      int schedule,
      Rendezvous rendezvous,
      long seed,
      long maxEvents,
      AccessSites sites,
      BufferSpace space) {
    SchedulePerturber base = perturber(schedule, seed);
    SchedulePerturber targeted = new Rendezvous.Targeted(base, rendezvous);
    return start(targeted, rendezvous, null, seed, maxEvents, sites, space);
  }

  /**
   * Starts a recording in which threads are to meet at requests for locks, each with the lock that
   * another one asks for; the request of the last one ends with an error.
   *
   * @param schedule one of the schedules above, which is used besides
   * @param attempt decides who is held
   * @param seed decides every choice of the schedule
   * @param maxEvents about how many events to record; the recording ends by itself there
   * @param sites the instructions of which covered accesses are not recorded
   * @param space how much of the recording may wait for its analysis
   * @throws IllegalStateException when another one has not been stopped
   */
  public static Recorder startDeadlock(
      int schedule,
      int[][] requests,
      boolean[] isShared,
      long attempt,
      long seed,
      long maxEvents,
      AccessSites sites,
      BufferSpace space) {
    LockCycle cycle = new LockCycle(requests, isShared, attempt, LockCycle.HELD_NANOS);
    SchedulePerturber targeted = new SchedulePerturber.Driven(perturber(schedule, seed), cycle);
    return start(targeted, null, cycle, seed, maxEvents, sites, space);
  }

  private static Recorder start(
      SchedulePerturber perturber,
      Rendezvous rendezvous,
      LockCycle cycle,
      long seed,
      long maxEvents,
      AccessSites sites,
      BufferSpace space) {
    long longest = StripeQueue.MAX_RUN_NANOS;
    return start(new Session(perturber, seed, maxEvents, longest, sites, space), rendezvous, cycle);
  }

  static Recorder start(Session session, Rendezvous rendezvous) {
    return start(session, rendezvous, null);
  }

  private static Recorder start(Session session, Rendezvous rendezvous, LockCycle cycle) {
    LiveTrace live = new LiveTrace(session, StripeQueue.versions(), Hooks.SYNC_ORDER.peek());
    Hooks.begin(session);
    return new Recorder(session, rendezvous, cycle, live);
  }

  private static SchedulePerturber perturber(int schedule, long seed) {
    return switch (schedule) {
      case SCHEDULE_NONE -> new SchedulePerturber.Unperturbed();
      case SCHEDULE_NOISE -> new NoisePerturber(seed);
      case SCHEDULE_PRIORITY -> turns(Turns.Policy.PRIORITIES, seed);
      case SCHEDULE_EVENTS -> turns(Turns.Policy.EVENTS, seed);
      case SCHEDULE_WALK -> turns(Turns.Policy.WALK, seed);
      case SCHEDULE_INSTRUCTIONS -> turns(Turns.Policy.INSTRUCTIONS, seed);
      case SCHEDULE_ANY -> perturber((int) ((Pace.mix(seed) >>> 1) % SCHEDULE_ANY), seed);
      default ->
          throw new IllegalArgumentException(
              "schedule: ".concat(String.valueOf(schedule)).concat(" (expected: 0..6)"));
    };
  }

  /* With the thread that has its turn, as many are active as there are processors. */
  private static Turns turns(Turns.Policy policy, long seed) {
    return new Turns(policy, seed, Math.max(1, Runtime.getRuntime().availableProcessors() - 1));
  }

  /**
   * Adds a site to a target location.
   *
   * @param first whether to the first location, not to the second
   */
  public void addTarget(boolean first, int site) {
    if (rendezvous != null) {
      rendezvous.add(first, site);
    }
  }

  /**
   * Adds a site to a request for a lock at which threads are to meet.
   *
   * @param request its number, from 0
   */
  public void addRequest(int request, int site) {
    if (cycle != null) {
      cycle.add(request, site);
    }
  }

  /** Breaks no deadlock: its threads wait for ever. */
  public void keepDeadlocks() {
    session.points.cycles.switchOff();
  }

  /** Breaks the deadlocks of locks with stamps, now that nothing else is going to happen. */
  public boolean breakDeadlocks() {
    return session.points.cycles.breakStamps();
  }

  /** A number that changes whenever one of some threads records something new. */
  public long progress(Thread[] of) {
    return session.threads.progress(of);
  }

  /** The threads that have come to a hook so far. */
  public Thread[] threads() {
    ThreadBuffer[] all = session.threads.all();
    Thread[] result = new Thread[all.length];
    for (int i = 0; i < all.length; i++) {
      result[i] = all[i].thread;
    }
    return result;
  }

  /** Ends the recording, and waits until no thread is appending a record. */
  public void end() {
    session.finish();
  }

  /**
   * Ends the recording, waits until no thread is appending a record, and returns the result.
   *
   * @return the same trace at each call
   */
  public synchronized RawTrace stop() {
    if (trace == null) {
      session.finish();
      trace = RawTrace.of(session, live);
    }
    return trace;
  }

  /**
   * Ends the recording as one that reached its limit, and is not complete.
   *
   * <p>For an analysis beside the test that cannot go on.
   */
  public void truncate() {
    session.truncate();
  }

  /**
   * The recording while it is in progress, for an analysis beside the test.
   *
   * @return the same object at each call
   */
  public LiveTrace live() {
    return live;
  }
}
