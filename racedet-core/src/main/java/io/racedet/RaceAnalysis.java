package io.racedet;

import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.race.Race;
import io.racedet.race.RaceIds;
import io.racedet.run.AnalysisOptions;
import io.racedet.run.AnalysisRun;
import io.racedet.run.EventIntake;
import io.racedet.wellformed.EventContexts;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Runs engines over one trace of dense ids; the layer below {@code RaceFeed}, for producers that
 * have dense ids and a trace that is known to be well formed.
 *
 * <p>Events are numbered from 1 as they arrive. Re-entrant acquires and releases are events of the
 * trace, but engines see only the outermost pair. The producer handles allocations: it gives new
 * ids to the variables of a new object.
 *
 * <p>An exception that an engine or the listener of races throws is not thrown here. The report
 * contains the failure and all races that were found, and the other engines continue.
 *
 * <p>Not thread-safe.
 */
public final class RaceAnalysis implements EventSink {
  private final AnalysisRun run;
  private final EventIntake intake;
  private final EventContexts held;
  private RaceReport report; // null until the end of the trace

  RaceAnalysis(
      AnalysisOptions options, Names names, Consumer<Race> listener, int delay, long before) {
    run = AnalysisRun.together(options, names, listener);
    intake = new EventIntake(delay, before, run::consume);
    held = new EventContexts(run.contexts());
  }

  /**
   * {@return a builder of analyses}
   *
   * @param engines names of engines, at least one; a race that several engines find is attributed
   *     to the first one that gives it the best grade
   * @throws IllegalArgumentException if there is no such engine; the message lists the known ones
   */
  public static Builder with(String... engines) {
    return new Builder(EventAnalysisBuilder.atLeastOne(engines));
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if an id is out of range, or a thread releases a lock that it
   *     does not hold in that mode; the event then has no effect
   * @throws IllegalStateException after the end of the trace
   */
  @Override
  public void event(Op op, int thread, int operand, int location) {
    intake.ensureOpen(op, thread);
    EventIntake.checkOperand(op, operand);
    int at = held.at(op, thread, operand, intake.index() + 1);
    intake.take(op, thread, op.operand() == Operand.NONE ? 0 : operand, at, location);
    if (intake.isFull()) {
      intake.flush();
    }
  }

  @Override
  public void range(Op op, int thread, int first, int stride, int count, int location) {
    EventSink.checkRange(op, first, stride, count);
    intake.ensureOpen(op, thread, count);
    int at = held.at(op, thread, first, intake.index() + 1);
    intake.takeRange(op, thread, first, stride, count, at, location);
  }

  /**
   * {@inheritDoc} This has an effect only if all engines can forget. It does not change the races.
   */
  @Override
  public void forget(Operand space, int id) {
    if (run.forgets()) {
      if (!intake.isEmpty()) {
        intake.flush(); // so that the engines have seen all events with the id
      }
      run.races().forget(space, id);
    }
  }

  @Override
  public boolean refersTo(Operand space, int id) {
    return !run.forgets() || run.races().collector().refersTo(space, id);
  }

  /**
   * Processes the events so far, and passes the races found to the listener. Otherwise events are
   * processed when as many have arrived as {@link Builder#delay} allows, and at the end.
   *
   * @throws IllegalStateException after the end of the trace
   */
  public void flush() {
    intake.ensureOpen();
    intake.flush();
  }

  /** {@return the index of the last event so far, or of the one before the first} */
  public long events() {
    return intake.index();
  }

  /**
   * Ends the trace. Locks still held are released by its end.
   *
   * @return the races, and what has failed
   * @throws IllegalStateException if called again
   */
  public RaceReport finish() {
    intake.end();
    run.races().finish(events(), race -> {});
    report = RaceReport.of(run.races(), events(), 0);
    return report;
  }

  /** The deadlocks of a trace that has ended. */
  DeadlockReport deadlocks() {
    run.deadlocks().finish(events(), deadlock -> {});
    return DeadlockReport.of(run.deadlocks(), events(), 0);
  }

  /**
   * {@return the ids of the races that {@link #finish} has returned, in the same order; as many as
   * there are races}
   *
   * @throws IllegalStateException before the end of the trace
   */
  public List<RaceIds> ids() {
    if (report == null) {
      throw new IllegalStateException("the analysis is not finished");
    }
    return run.races().collector().ids();
  }

  /** Configures an analysis. Not thread-safe. */
  public static final class Builder extends EventAnalysisBuilder<Builder> {
    private Names names = Names.IDS;
    private long before;

    Builder(String... engines) {
      super(engines);
    }

    @Override
    Builder self() {
      return this;
    }

    /**
     * Sets the names of the ids in reports.
     *
     * @param names used for reported races only
     * @return this
     */
    public Builder names(Names names) {
      this.names = Objects.requireNonNull(names, "names");
      return this;
    }

    /**
     * Sets the index of the first event, where the events are a part of a trace.
     *
     * @param first 1 by default
     * @return this
     */
    public Builder firstIndex(long first) {
      before = Math.max(0, first - 1);
      return this;
    }

    /** {@return a sink of events, with which the analysis starts} */
    public RaceAnalysis start() {
      return new RaceAnalysis(options(null), names, listener(), delay(), before);
    }
  }
}
