package io.racedet.runtime;

import io.racedet.runtime.log.StripeQueue;
import io.racedet.runtime.schedule.SchedulePerturber;

/**
 * Starts and stops recordings, of which there is one at a time.
 *
 * <p>Thread-safe: {@link #stop} may be called from any thread, and more than once.
 */
public final class Recorder {
  private final Session session;
  private final RawTrace trace;
  private boolean stopped;

  private Recorder(Session session) {
    this.session = session;
    trace = new RawTrace(session);
  }

  /**
   * Starts a recording.
   *
   * @throws IllegalStateException when another one has not been stopped
   */
  public static Recorder start(Plan plan) {
    return seen(startUnseen(plan));
  }

  /**
   * As {@link #start}, of a recording that leaves the data accesses out until it is told whether
   * one thread alone can act.
   */
  public static Recorder startUnseen(Plan plan) {
    SchedulePerturber perturber = plan.schedule.perturber(plan.seed, plan.sites);
    return begun(
        new Session(
            plan.target == null ? perturber : plan.target.beside(perturber),
            plan.seed,
            plan.maxEvents,
            StripeQueue.MAX_RUN_NANOS,
            plan.sites,
            plan.space));
  }

  static Recorder start(Session session) {
    return seen(begun(session));
  }

  /* Once the recording has begun, nobody turns it off for want of one. */
  private static Recorder seen(Recorder recorder) {
    Registry.DATA_USES.seen(System.nanoTime());
    RecordingSwitch.turnForData(true);
    return recorder;
  }

  private static Recorder begun(Session session) {
    Recorder recorder = new Recorder(session);
    Registry.begin(session);
    return recorder;
  }

  /**
   * Adds an instruction to a location or a request of the target, by its number from 0: its class
   * has just been loaded.
   */
  public void addTarget(int place, int site) {
    session.points.add(place, site);
  }

  /**
   * Says that a thread alone can act, until it or another one wakes some other thread: until then
   * its data accesses are not recorded. Without effect if another one has come to a hook.
   *
   * @param awaitsNotify whether another thread waits on a monitor
   * @param serving those that act, but touch nothing of the program; not copied
   * @param ending those that may end by themselves; not copied
   * @param isCounted whether its accesses are to be counted, and their instructions known
   */
  public void beginSolo(
      Thread alone, boolean awaitsNotify, Thread[] serving, Thread[] ending, boolean isCounted) {
    if (isCounted) {
      Registry.DATA_USES.seen(System.nanoTime());
      RecordingSwitch.turnForData(true);
    } else if (Registry.DATA_USES.areOver(System.nanoTime())) {
      RecordingSwitch.turnForData(false);
    }
    session.beginSolo(new Solo(alone, awaitsNotify, serving, ending, isCounted));
  }

  /**
   * Whether no thread was woken lately: one that was looks like one that waits until it goes on.
   */
  public boolean isCalm() {
    return Registry.WAKE_UPS.areOver(System.nanoTime());
  }

  /** The time of the last wake-up of a thread: another one each time. */
  public long lastWakeUp() {
    return Registry.WAKE_UPS.last();
  }

  /** After {@link #startUnseen}: no thread alone can act, and all data accesses are recorded. */
  public void recordAll() {
    session.recordAll();
  }

  /** From now on all data accesses are recorded; returns whether that is new. */
  public boolean endSolo() {
    return session.endSolo();
  }

  /** Breaks no deadlock: its threads wait forever. */
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

  /** For how many nanoseconds at least one thread has waited for the analysis so far. */
  public long waited() {
    return session.space.waited();
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
    if (session.solo.isOver()) {
      Registry.DATA_USES.seen(System.nanoTime());
    }
    session.finish();
  }

  /** Ends the recording, waits until no thread is appending a record, and returns the result. */
  public synchronized RawTrace stop() {
    if (!stopped) {
      session.finish();
      trace.end();
      stopped = true;
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

  /** The recording, also while it is in progress, for an analysis beside the test. */
  public RawTrace trace() {
    return trace;
  }
}
