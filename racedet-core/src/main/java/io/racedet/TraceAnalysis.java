package io.racedet;

import io.racedet.engine.EngineDefinition;
import io.racedet.engine.EngineLimits;
import io.racedet.engine.catalogue.Engines;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.MalformedEventException;
import io.racedet.event.Names;
import io.racedet.proof.RaceProofs;
import io.racedet.proof.SearchBudget;
import io.racedet.race.Deadlock;
import io.racedet.race.Race;
import io.racedet.report.Timeline;
import io.racedet.report.timeline.TimelineRecorder;
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
  /** The usual budget: how many steps the search for a witness of one pair of accesses takes. */
  public static final long WITNESS_BUDGET = 20_000_000;

  /** The usual budget of all searches for witnesses in one trace together, in steps. */
  public static final long WITNESS_TOTAL = 10_000_000_000L;

  private final Builder how;

  private TraceAnalysis(Builder how) {
    this.how = how;
  }

  /**
   * Returns a builder of analyses.
   *
   * @param engines names of engines; none to check the trace only
   * @return a builder
   * @throws IllegalArgumentException if there is no engine of a name; the message lists the known
   *     ones
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
    TraceEngines engines = new TraceEngines(how, contexts, admission.names(), timeLimit);
    engines.add(trace);
    if (engines.needEvents()) {
      feed(trace, admission, engines.consumer());
    }
    long count = engines.needEvents() ? admission.events() : trace.statedEvents();
    return engines.finish(count, admission.dropped() + trace.dropped());
  }

  /**
   * Reads a trace to its end and finds its deadlocks, whatever the engines. With {@link
   * Builder#witnesses} they are proved or refuted, for which the whole trace is kept in memory;
   * otherwise only patterns are found, in memory that does not grow with the trace.
   *
   * @param trace an open trace; the caller closes it
   * @param decided receives each deadlock that is not refuted as soon as it is decided, if
   *     witnesses are searched
   * @return what was found
   * @throws MalformedEventException as {@link #run}
   * @throws IOException when the trace cannot be read
   */
  public DeadlockReport deadlocks(TraceReader trace, Consumer<Deadlock> decided)
      throws IOException {
    LockContexts contexts = new LockContexts();
    Admission admission = new Admission(trace, contexts, this::violation);
    RaceProofs proofs = RaceProofs.within(how.witnesses, contexts, admission.names());
    DeadlockRun run = new DeadlockRun(contexts, admission.names(), location -> false, proofs);
    ProofRecording recording = new ProofRecording(proofs, List.of(run));
    feed(
        trace,
        admission,
        block -> {
          run.consume(block);
          recording.accept(block);
        });
    return run.finish(admission.events(), admission.dropped() + trace.dropped(), decided);
  }

  /**
   * Reads a trace to its end and passes its events on as engines get them: checked, numbered, and
   * without re-entrant acquires and releases. No engine runs.
   *
   * @param trace an open trace; the caller closes it
   * @param contexts is filled with the locks that are held at the events
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
      how.progress.accept(admission.events());
    }
  }

  private void violation(MalformedEventException violation) {
    if (!how.lenient) {
      throw violation;
    }
    how.violations.accept(violation);
  }

  /** Configures an analysis. Not thread-safe. */
  public static final class Builder {
    final List<EngineDefinition> engines = new ArrayList<>();
    int workers;
    boolean everyPair;
    private boolean lenient;
    EngineLimits limits = EngineLimits.DEFAULT;
    private Consumer<MalformedEventException> violations = violation -> {};
    private LongConsumer progress = events -> {};
    SearchBudget witnesses = SearchBudget.NONE;
    Consumer<Race> decided = race -> {};
    Consumer<DeadlockReport> deadlocks; // null if none are searched for

    private Builder(String... names) {
      for (String name : names) {
        engines.add(Engines.named(name));
      }
    }

    /**
     * Adds an engine that is not in the table of engines.
     *
     * @param engine its claims, and its factory
     * @return this
     */
    public Builder engine(EngineDefinition engine) {
      engines.add(Objects.requireNonNull(engine, "engine"));
      return this;
    }

    /**
     * Sets whether every racing pair is reported, not only the first of each unordered pair of
     * locations.
     *
     * @param everyPair false by default
     * @return this
     */
    public Builder everyPair(boolean everyPair) {
      this.everyPair = everyPair;
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
     * Sets how much history engines with bounded history keep.
     *
     * @param limits {@link EngineLimits#DEFAULT} by default
     * @return this
     */
    public Builder limits(EngineLimits limits) {
      this.limits = limits;
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
     * Sets whether proofs are searched for races that are not observed in the trace itself: either
     * a reordering that makes the accesses adjacent, or a proof that there is none. The search
     * keeps the whole trace in memory, at about 60 bytes per event.
     *
     * @param budget how many steps the search for one pair of accesses may take; 0, the default,
     *     disables the search
     * @return this
     * @throws IllegalArgumentException if the budget is negative
     */
    public Builder witnesses(long budget) {
      return witnesses(budget, WITNESS_TOTAL);
    }

    /**
     * Sets whether proofs are searched, and for how long. A step is an event that is visited, or 8
     * bytes of its vector clock. Races whose search a budget ends stay {@link
     * io.racedet.race.Grade#PREDICTED}, and {@link RaceReport#limits} says so.
     *
     * @param budget how many steps the search for one pair of accesses may take, not counting those
     *     that every search takes, which are linear in the trace; 0 disables the search
     * @param total how many steps all searches in a trace may take together, whatever the engines;
     *     the accesses that are nearest to each other are searched first
     * @return this
     * @throws IllegalArgumentException if one is negative
     */
    public Builder witnesses(long budget, long total) {
      witnesses = new SearchBudget(budget, total);
      return this;
    }

    /**
     * Sets the listener that is told of each race as soon as it is decided, the cheapest to decide
     * first. It is called only if proofs are searched; otherwise all races are known at once.
     *
     * @param decided receives the races of one engine after another
     * @return this
     */
    public Builder onDecided(Consumer<Race> decided) {
      this.decided = decided;
      return this;
    }

    /**
     * Builds the analysis.
     *
     * @return an analysis
     */
    public TraceAnalysis build() {
      return new TraceAnalysis(this);
    }
  }
}
