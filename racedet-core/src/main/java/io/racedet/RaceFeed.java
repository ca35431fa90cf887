package io.racedet;

import io.racedet.event.EventSink;
import io.racedet.event.MalformedEventException;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.feed.FeedIds;
import io.racedet.feed.FeedIntake;
import io.racedet.feed.FeedMemory;
import io.racedet.run.AnalysisOptions;
import io.racedet.run.AnalysisRun;
import io.racedet.run.EventIntake;
import java.util.function.IntPredicate;

/**
 * Finds races in events from a custom source: a simulator, a log, a program in another language.
 *
 * <p>Events refer to threads, operands and locations by name ({@link NamedEvents}) or, faster, by
 * handle: get the handle of each once, for a name or for a number chosen by the caller, and use
 * {@link #event(Op, int, int, int)}. The handles of each kind are 0, 1, 2 and so on. A name and a
 * number never denote the same operand.
 *
 * <p>The order of the calls is the order of the trace, so it must be one in which the events could
 * have happened one by one. Every event is checked. An event that cannot come next is refused, and
 * the events before it are kept. After {@link Op#ALLOC}, the names that consist of the object's
 * name, a dot and a member denote new variables; handles stay valid.
 *
 * <p>A feed can run for days. If a thread is forked by an event that is ordered after the join of
 * another thread, engines treat both as one thread. This changes no order, and the same accesses
 * are reported; but where both threads have accesses that race with a later one, only the second
 * thread is named. Other memory is up to the caller, see {@link #forget}. If an engine of the feed
 * keeps the whole trace, or witnesses are searched for, threads are kept apart and memory grows
 * with the trace.
 *
 * <p>An exception that an engine or the listener of races throws is not thrown here. The event is
 * accepted, the report contains the failure and all races that were found, and the other engines
 * continue.
 *
 * <p>Not thread-safe; {@link SharedFeed} is.
 */
public final class RaceFeed implements NamedEvents, EventSink {
  private final FeedIds ids = new FeedIds();
  private final AnalysisRun run;
  private final FeedIntake intake;
  private final EventIntake events;
  private boolean finished;
  private DeadlockReport deadlocks; // null until they are asked for

  /**
   * Opens a feed.
   *
   * @param leastAdded see {@link FeedMemory}
   */
  RaceFeed(Builder builder, int leastAdded) {
    IntPredicate isTry = builder.deadlocks ? AnalysisOptions.NO_TRIES : null;
    run = AnalysisRun.together(builder.options(isTry), ids, builder.listener());
    intake = new FeedIntake(ids, run, builder.delay(), builder.lenient, leastAdded);
    events = intake.events();
  }

  /**
   * {@return a builder of feeds}
   *
   * @param engines names of engines, at least one; a race that several engines find is attributed
   *     to the first one that gives it the best grade
   * @throws IllegalArgumentException if there is no such engine; the message lists the known ones
   */
  public static Builder with(String... engines) {
    return new Builder(EventAnalysisBuilder.atLeastOne(engines));
  }

  /**
   * {@return the handle of a thread, operand or object; the same handle for the same name}
   *
   * @param space what it is
   * @param name its name
   */
  public int handle(Operand space, String name) {
    return ids.handle(space, name);
  }

  /**
   * {@return the handle of a thread, operand or object; the same handle for the same number}
   *
   * @param space what it is
   * @param number a number chosen by the caller, for example an address
   */
  public int handle(Operand space, long number) {
    return ids.handle(space, number);
  }

  /**
   * {@return the handle of a location; the same handle for the same text, {@link #NO_LOCATION} if
   * it is empty}
   *
   * @param text for example {@code Account.java:17}
   */
  public int location(String text) {
    return text.isEmpty() ? NO_LOCATION : ids.locationOf(text);
  }

  /**
   * {@return the handle of a member of an object} After an {@link Op#ALLOC} of the object it
   * denotes a new variable. The same object and name have the same handle; if the object has a
   * name, it is that of the variable whose name consists of it, a dot and the member.
   *
   * @param object the handle of an object
   * @param name the member, for example a field, or an index as text
   * @throws IllegalArgumentException if the handle is not of this feed
   */
  public int member(int object, String name) {
    return ids.member(object, name);
  }

  @Override
  public void event(Op op, String thread, String operand, String location) {
    int on = op.operand() == Operand.NONE ? 0 : handle(op.operand(), operand);
    event(op, ids.thread(thread), on, location(location));
  }

  /**
   * Takes the next event of the trace, by handles of this feed.
   *
   * @param op what happened
   * @param thread the handle of the thread
   * @param operand the handle of the operand; ignored if the operation has none
   * @param location the handle of a location, or {@link #NO_LOCATION}
   * @throws MalformedEventException if the event cannot come next, unless the feed is lenient
   * @throws IllegalArgumentException if a handle is not of this feed
   */
  @Override
  public void event(Op op, int thread, int operand, int location) {
    intake.event(op, thread, operand, location);
  }

  @Override
  public void range(
      Op op, String thread, String array, int from, int to, int stride, String location) {
    if (!intake.range(op, ids.thread(thread), array, from, to, stride, location(location))) {
      NamedEvents.super.range(op, thread, array, from, to, stride, location);
    }
  }

  /**
   * Forgets a thread, an operand or an object that the caller knows to have no later events. The
   * handle becomes invalid, and may be returned later for another name or number. The name or
   * number denotes something new from now on. Races found so far remain.
   *
   * <ul>
   *   <li>A variable: its accesses so far race with no later one. The same holds for the members of
   *       an object that is forgotten.
   *   <li>A lock, which must not be held, a sync variable or a channel: what its releases, writes
   *       or sends have ordered stays ordered.
   *   <li>A thread, which must not hold a lock, and which ends if it has not ended: its accesses
   *       are kept as long as those of other threads. Join it first if possible, since engines keep
   *       a place for each thread that was not joined.
   * </ul>
   *
   * <p>A feed keeps only the name of a joined thread, in case it is used again, until it is
   * forgotten.
   *
   * @param space what it is
   * @param handle its handle
   * @throws IllegalArgumentException if the handle is not of this feed, or if the lock is held or
   *     the thread holds a lock
   */
  public void forget(Operand space, int handle) {
    intake.forget(space, handle);
  }

  /**
   * Processes the events so far, and passes the races found to the listener. Otherwise events are
   * processed when as many have arrived as {@link Builder#delay} allows, and at the end.
   *
   * @throws IllegalStateException after the end of the trace
   */
  public void flush() {
    events.ensureOpen();
    events.flush();
  }

  /**
   * {@return an interim report: the races found by the events so far, after {@link #flush}; the
   * trace goes on} O(races). Engines that find races at the end of the trace, such as {@code
   * pwr-ee}, have not found them yet, and no witnesses have been searched for.
   *
   * @throws IllegalStateException after the end of the trace
   */
  public RaceReport report() {
    flush();
    return races();
  }

  private RaceReport races() {
    return RaceReport.of(run.races(), events.index(), intake.dropped());
  }

  /** Checks the events, and knows the state of the execution. */
  FeedIntake intake() {
    return intake;
  }

  /**
   * Ends the trace. Locks still held are released by its end.
   *
   * @return the races, how many events a lenient feed has left out, and what has failed
   * @throws IllegalStateException if called again
   */
  public RaceReport finish() {
    events.end();
    run.races().finish(events.index(), race -> {});
    finished = true;
    return races();
  }

  /**
   * {@return the deadlocks of the trace, after {@link #finish}, which the first call searches for;
   * see {@link Builder#deadlocks}}
   *
   * @throws IllegalStateException before the end of the trace, or if deadlocks are not searched for
   */
  public DeadlockReport deadlocks() {
    if (!finished) {
      throw new IllegalStateException("the trace has not ended (expected: a call after finish())");
    }
    if (run.deadlocks() == null) {
      throw new IllegalStateException(
          "deadlocks are not searched for (expected: a feed with deadlocks(true))");
    }
    if (deadlocks == null) {
      run.deadlocks().finish(events.index(), deadlock -> {});
      deadlocks = DeadlockReport.of(run.deadlocks(), events.index(), intake.dropped());
    }
    return deadlocks;
  }

  /** Configures a feed. Not thread-safe. */
  public static final class Builder extends EventAnalysisBuilder<Builder> {
    private boolean lenient;
    private boolean deadlocks;

    private Builder(String... engines) {
      super(engines);
    }

    @Override
    Builder self() {
      return this;
    }

    /**
     * Sets whether events that are not well formed are left out and counted, instead of refused
     * with an exception.
     *
     * @param lenient false by default
     * @return this
     */
    public Builder lenient(boolean lenient) {
      this.lenient = lenient;
      return this;
    }

    /**
     * Sets whether deadlocks are searched for as well, at the end of the trace. They are proved or
     * refuted within the budget of {@link #witnesses}. Threads and locks are then kept apart,
     * including forgotten ones, and memory grows with their number and with the distinct requests
     * by thread, locks and location; with witnesses it grows with the trace. Every acquire counts
     * as one that waits until the lock is free.
     *
     * @param deadlocks false by default
     * @return this
     * @see RaceFeed#deadlocks
     */
    public Builder deadlocks(boolean deadlocks) {
      this.deadlocks = deadlocks;
      return this;
    }

    /** {@return a new feed} */
    public RaceFeed open() {
      return new RaceFeed(this, FeedMemory.MIN_ADDED);
    }
  }
}
