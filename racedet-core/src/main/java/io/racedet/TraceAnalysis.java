package io.racedet;

import io.racedet.engine.EngineDefinition;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.MalformedEventException;
import io.racedet.event.Names;
import io.racedet.proof.SearchBudget;
import io.racedet.race.Deadlock;
import io.racedet.race.Race;
import io.racedet.report.Timeline;
import io.racedet.report.timeline.TimelineRecorder;
import io.racedet.run.AnalysisOptions;
import io.racedet.run.AnalysisRun;
import io.racedet.run.RaceRun;
import io.racedet.run.RunningEngine;
import io.racedet.trace.TraceReader;
import io.racedet.wellformed.Admission;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Runs engines over trace files: the trace is read once, and each engine has its own report.
 *
 * <p>Not thread-safe; {@link #run} may be called for one trace after another.
 */
public final class TraceAnalysis {
  /**
   * The default budget: how many steps the search for a witness of one pair of accesses may take.
   */
  public static final long WITNESS_BUDGET = 20_000_000;

  /** The default budget of all searches for witnesses in one trace together, in steps. */
  public static final long WITNESS_TOTAL = SearchBudget.USUAL_TOTAL;

  private final AnalysisOptions options;
  private final int workers;
  private final boolean lenient;
  private final Consumer<MalformedEventException> violations;
  private final LongConsumer progress;
  private final Consumer<Race> decided;
  private final Consumer<DeadlockReport> deadlocks; // null if nobody is told

  private TraceAnalysis(Builder builder) {
    options = builder.options(builder.deadlocks == null ? null : AnalysisOptions.NO_TRIES);
    workers = builder.workers;
    lenient = builder.lenient;
    violations = builder.violations;
    progress = builder.progress;
    decided = builder.decided;
    deadlocks = builder.deadlocks;
  }

  /**
   * {@return a builder of analyses}
   *
   * @param engines names of engines; none to check the trace only
   * @throws IllegalArgumentException if there is no such engine; the message lists the known ones
   */
  public static Builder with(String... engines) {
    return new Builder(engines);
  }

  /**
   * Reads a trace to its end and analyses it.
   *
   * @param trace an open trace; the caller closes it
   * @return a report for each engine, in the order in which they were named
   * @throws MalformedEventException when an event cannot come next in any execution, unless
   *     lenient; with the position in the file
   * @throws IOException when the trace cannot be read
   */
  public List<RaceReport> run(TraceReader trace) throws IOException {
    return run(trace, null).stream().map(MeasuredReport::report).toList();
  }

  /**
   * Reads a trace to its end, analyses it, and measures the time and memory of each engine.
   *
   * @param trace an open trace; the caller closes it
   * @param timeLimit how long an engine may work before it is stopped; the others continue
   * @return a report with time and memory for each engine, in the order in which they were named
   * @throws MalformedEventException as {@link #run}
   * @throws IOException when the trace cannot be read
   */
  public List<MeasuredReport> measure(TraceReader trace, Duration timeLimit) throws IOException {
    return run(trace, timeLimit);
  }

  private List<MeasuredReport> run(TraceReader trace, Duration timeLimit) throws IOException {
    LockContexts contexts = new LockContexts();
    Admission admission = new Admission(trace, contexts, this::violation);
    List<EngineDefinition> engines = new ArrayList<>();
    for (EngineDefinition engine : options.engines()) {
      engines.add(forTrace(engine, trace));
    }
    AnalysisRun run =
        AnalysisRun.apart(
            options.with(engines), contexts, admission.names(), trace.names(), timeLimit);
    if (run.needsEvents()) {
      feed(trace, admission, run::consume);
    }
    long events = run.needsEvents() ? admission.events() : trace.statedEvents();
    long dropped = admission.dropped() + trace.dropped();
    List<MeasuredReport> reports = new ArrayList<>();
    for (RaceRun races : run.eachEngine()) {
      races.finish(events, decided);
      RunningEngine engine = races.engines().get(0);
      reports.add(
          new MeasuredReport(
              engine.name(),
              RaceReport.of(races, engine.events(), dropped),
              engine.isComplete(),
              engine.nanos(),
              engine.retainedBytes()));
    }
    if (deadlocks != null) {
      run.deadlocks().finish(events, deadlock -> {});
      deadlocks.accept(DeadlockReport.of(run.deadlocks(), events, dropped));
    }
    return reports;
  }

  /** The engine as it analyses a trace; one that fails, if it fails to look at the trace. */
  private EngineDefinition forTrace(EngineDefinition engine, TraceReader trace) throws IOException {
    try {
      return engine.forTrace(trace, workers);
    } catch (RuntimeException | Error e) {
      return EngineDefinition.of(
          engine.claims(),
          setup -> {
            throw e;
          });
    }
  }

  /**
   * Reads a trace to its end and finds its deadlocks, whatever the engines. With {@link
   * Builder#witnesses} they are proved or refuted, for which the whole trace is kept in memory;
   * otherwise only patterns are found, in memory that does not grow with the trace.
   *
   * @param trace an open trace; the caller closes it
   * @param decided receives each deadlock that is not refuted as soon as it is decided, if
   *     witnesses are searched for for
   * @return what was found
   * @throws MalformedEventException as {@link #run}
   * @throws IOException when the trace cannot be read
   */
  public DeadlockReport deadlocks(TraceReader trace, Consumer<Deadlock> decided)
      throws IOException {
    LockContexts contexts = new LockContexts();
    Admission admission = new Admission(trace, contexts, this::violation);
    AnalysisOptions alone =
        AnalysisOptions.ofDeadlocks(AnalysisOptions.NO_TRIES, options.witnesses());
    Names names = admission.names();
    AnalysisRun run = AnalysisRun.apart(alone, contexts, names, names, null);
    feed(trace, admission, run::consume);
    run.deadlocks().finish(admission.events(), decided);
    return DeadlockReport.of(
        run.deadlocks(), admission.events(), admission.dropped() + trace.dropped());
  }

  /**
   * Reads a trace to its end and passes its events on as engines get them: checked, numbered, and
   * without re-entrant acquires and releases. No engine runs.
   *
   * @param trace an open trace; the caller closes it
   * @param contexts receives the locks held at the events
   * @param events receives the events, in blocks that it must not keep
   * @return the names of the ids in these events
   * @throws MalformedEventException as {@link #run}
   * @throws IOException when the trace cannot be read
   */
  public Names read(TraceReader trace, LockContexts contexts, Consumer<EventBlock> events)
      throws IOException {
    Admission admission = new Admission(trace, contexts, this::violation);
    feed(trace, admission, events);
    return admission.names();
  }

  /**
   * Reads a trace to its end again and returns what the threads of its races did around their
   * accesses.
   *
   * @param trace the trace that was analysed, opened again; the caller closes it
   * @param races races in it
   * @return a timeline for each race, in their order
   * @throws MalformedEventException as {@link #run}
   * @throws IOException when the trace cannot be read
   */
  public List<Timeline> timelines(TraceReader trace, List<Race> races) throws IOException {
    Admission admission = new Admission(trace, new LockContexts(), this::violation);
    List<TimelineRecorder.Pair> pairs =
        races.stream()
            .map(race -> new TimelineRecorder.Pair(race.first().index(), race.second().index()))
            .toList();
    TimelineRecorder recorder = new TimelineRecorder(admission.names(), pairs);
    feed(trace, admission, recorder::consume);
    return recorder.timelines();
  }

  private void feed(TraceReader trace, Admission admission, Consumer<EventBlock> consumer)
      throws IOException {
    EventBlock block = new EventBlock();
    while (trace.read(block)) {
      admission.admit(block);
      consumer.accept(block);
      block.clear();
      progress.accept(admission.events());
    }
  }

  private void violation(MalformedEventException violation) {
    if (!lenient) {
      throw violation;
    }
    violations.accept(violation);
  }

  /** Configures an analysis. Not thread-safe. */
  public static final class Builder extends AnalysisBuilder<Builder> {
    private int workers;
    private boolean lenient;
    private Consumer<MalformedEventException> violations = violation -> {};
    private LongConsumer progress = events -> {};
    private Consumer<Race> decided = race -> {};
    private Consumer<DeadlockReport> deadlocks; // null if none are searched for

    private Builder(String... engines) {
      super(engines);
    }

    @Override
    Builder self() {
      return this;
    }

    /**
     * Sets whether events that are not well formed are left out and counted, instead of ending the
     * analysis with an exception.
     *
     * @param lenient false by default
     * @return this
     */
    public Builder lenient(boolean lenient) {
      this.lenient = lenient;
      return this;
    }

    /**
     * Sets how many segments of a trace are analysed in parallel, by engines that can do this. It
     * does not affect the races that are found.
     *
     * @param workers 0 by default: these engines compress the trace instead
     * @return this
     */
    public Builder parallel(int workers) {
      if (workers < 0) {
        throw new IllegalArgumentException("workers: " + workers + " (expected: at least 0)");
      }
      this.workers = workers;
      return this;
    }

    /**
     * Sets the listener for events that a lenient analysis leaves out because they are not well
     * formed.
     *
     * @param violations receives what a strict analysis would have thrown
     * @return this
     */
    public Builder onViolation(Consumer<MalformedEventException> violations) {
      this.violations = violations;
      return this;
    }

    /**
     * Sets that {@link TraceAnalysis#run} and {@link TraceAnalysis#measure} search for deadlocks in
     * the same reading of a trace, too; with {@link #witnesses} they are proved or refuted after
     * the races.
     *
     * @param listener receives what was found, at the end of each trace
     * @return this
     */
    public Builder onDeadlocks(Consumer<DeadlockReport> listener) {
      deadlocks = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * Sets the listener for the progress of the analysis.
     *
     * @param progress receives the number of events so far, every few thousand events
     * @return this
     */
    public Builder onProgress(LongConsumer progress) {
      this.progress = progress;
      return this;
    }

    /**
     * Sets the listener that receives each race as soon as it is decided, the cheapest to decide
     * first. It is called only if proofs are searched for; otherwise all races are known at once.
     *
     * @param decided receives the races of one engine after another
     * @return this
     */
    public Builder onDecided(Consumer<Race> decided) {
      this.decided = decided;
      return this;
    }

    /** {@return the analysis} */
    public TraceAnalysis build() {
      return new TraceAnalysis(this);
    }
  }
}
