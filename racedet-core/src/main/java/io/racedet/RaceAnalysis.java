package io.racedet;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineDefinition;
import io.racedet.engine.EngineLimits;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.catalogue.Engines;
import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.proof.RaceCollector;
import io.racedet.proof.RaceProofs;
import io.racedet.proof.SearchBudget;
import io.racedet.race.Race;
import io.racedet.race.RaceIds;
import io.racedet.race.RaceSink;
import io.racedet.race.ReachedLimit;
import io.racedet.wellformed.ExecutionState;
import io.racedet.wellformed.LockHolders;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.ArrayList;
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
 * <p>Not thread-safe.
 */
public final class RaceAnalysis implements EventSink {
  private static final Consumer<Race> NO_LISTENER = race -> {};

  private final LockContexts contexts = new LockContexts();
  private final EventBlock block = new EventBlock();
  private final List<Engine> engines = new ArrayList<>();
  private final RaceCollector collector;
  private final RaceProofs proofs; // null if no witnesses are searched
  private final Consumer<Race> listener;
  private final LockHolders holders = new LockHolders(contexts);
  private int[] context = new int[0]; // by thread
  private long index;
  private RaceReport report; // null until the end of the trace
  private boolean finished; // and the listener was told of all races

  private RaceAnalysis(Builder builder) {
    List<String> names = builder.engines.stream().map(EngineDefinition::name).toList();
    proofs =
        builder.witnesses.isNone()
            ? null
            : new RaceProofs(contexts, builder.names, builder.witnesses);
    collector = new RaceCollector(contexts, builder.names, builder.everyPair, names, proofs);
    for (EngineDefinition engine : builder.engines) {
      RaceSink races = collector.sink(engines.size());
      engines.add(engine.create(new EngineSetup(contexts, races, builder.limits, null)));
    }
    listener = builder.listener;
  }

  /**
   * Returns a builder of analyses.
   *
   * @param engines names of engines, at least one; a race that several engines find is attributed
   *     to the first one that gives it the best grade
   * @return a builder
   * @throws IllegalArgumentException if there is no engine of a name; the message lists the known
   *     ones
   */
  public static Builder with(String... engines) {
    return new Builder(engines);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if an id is out of range, or a thread releases a lock that it
   *     does not hold in that mode; the event has no effect then
   * @throws IllegalStateException after the end of the trace
   */
  @Override
  public void event(Op op, int thread, int operand, int location) {
    ensureOpen(op, thread);
    Operand space = op.operand();
    if (operand < 0 && space != Operand.NONE
        || space == Operand.THREAD && operand > EventBlock.MAX_THREAD) {
      throw new IllegalArgumentException(
          "operand of " + op + ": " + operand + " (expected: a dense id from 0)");
    }
    if (thread < 0 || thread >= context.length) {
      add(thread);
    }
    int at = context[thread];
    switch (op) {
      case ACQUIRE, ACQUIRE_SHARED -> {
        boolean outermost = holders.acquire(thread, operand, op == Op.ACQUIRE_SHARED);
        context[thread] = holders.context(thread);
        at = outermost ? context[thread] : ExecutionState.INNER;
      }
      case RELEASE, RELEASE_SHARED -> {
        if (!release(thread, operand, op == Op.RELEASE_SHARED)) {
          at = ExecutionState.INNER;
        }
      }
      default -> {
        /* The held locks do not change. */
      }
    }
    take(op, thread, space == Operand.NONE ? 0 : operand, at, location);
  }

  void ensureOpen(Op op, int thread) {
    if (report != null) {
      throw new IllegalStateException(
          op + " of thread " + thread + " after the end of the trace (expected: no event)");
    }
  }

  /** Takes a checked event with its context, which is INNER if engines must not see the event. */
  void take(Op op, int thread, int operand, int at, int location) {
    index++;
    if (at != ExecutionState.INNER) {
      block.add(op, thread, operand, index, at, location);
      if (block.isFull()) {
        flush();
      }
    }
  }

  /** The contexts of the events that are taken. */
  LockContexts contexts() {
    return contexts;
  }

  private boolean release(int thread, int lock, boolean shared) {
    if (!holders.holds(thread, lock, shared)) {
      throw new IllegalArgumentException(
          "event %d: thread %d releases lock %d%s, which it does not hold"
              .formatted(index + 1, thread, lock, shared ? " (shared)" : ""));
    }
    boolean outermost = holders.release(thread, lock, shared);
    context[thread] = holders.context(thread);
    return outermost;
  }

  private void add(int thread) {
    if (thread < 0 || thread > EventBlock.MAX_THREAD) {
      throw new IllegalArgumentException(
          "thread: " + thread + " (expected: 0.." + EventBlock.MAX_THREAD + ")");
    }
    int threads = context.length;
    context = IntArrays.grow(context, thread + 1);
    for (int i = threads; i < context.length; i++) {
      context[i] = contexts.root(i);
    }
  }

  /* The listener is called last: if it throws, the state is consistent and the analysis can go on. */
  private void flush() {
    process();
    tell();
  }

  private void tell() {
    boolean isDecided = proofs == null || report != null;
    if (listener != NO_LISTENER && isDecided) {
      collector.announce(listener);
    }
  }

  private void process() {
    if (index > EventBlock.MAX_INDEX) {
      throw new IllegalStateException(
          "event " + index + " (expected: at most " + EventBlock.MAX_INDEX + " events)");
    }
    for (Engine engine : engines) {
      engine.consume(block);
    }
    if (proofs != null) {
      proofs.record(block);
    }
    block.clear();
  }

  /**
   * Returns the number of events so far.
   *
   * @return the index of the last event
   */
  public long events() {
    return index;
  }

  /**
   * Ends the trace. Locks still held are released by its end.
   *
   * @return the races
   * @throws IllegalStateException if called again
   */
  public RaceReport finish() {
    if (finished) {
      throw new IllegalStateException("finish() was already called (expected: once)");
    }
    if (report == null) {
      process();
      engines.forEach(Engine::finish);
      collector.prove(race -> {});
      List<ReachedLimit> limits = new ArrayList<>();
      engines.forEach(engine -> limits.addAll(engine.limits()));
      limits.addAll(collector.limits());
      report =
          new RaceReport(
              collector.races(), collector.refuted(), index, 0, limits, collector.errors());
    }
    tell();
    finished = true;
    return report;
  }

  /**
   * Returns the ids of the races that {@link #finish} has returned, in the same order.
   *
   * @return as many as there are races
   * @throws IllegalStateException before the end of the trace
   */
  public List<RaceIds> ids() {
    if (report == null) {
      throw new IllegalStateException("the analysis is not finished");
    }
    return collector.ids();
  }

  /** Configures an analysis. Not thread-safe. */
  public static final class Builder {
    private final List<EngineDefinition> engines = new ArrayList<>();
    private Names names = Names.IDS;
    private boolean everyPair;
    private EngineLimits limits = EngineLimits.DEFAULT;
    private Consumer<Race> listener = NO_LISTENER;
    private SearchBudget witnesses = SearchBudget.NONE;

    private Builder(String... names) {
      if (names.length == 0) {
        throw new IllegalArgumentException(
            "no engine (expected: some of " + String.join(", ", Engines.names()) + ")");
      }
      for (String name : names) {
        EngineDefinition engine = Engines.named(name);
        if (!engines.contains(engine)) {
          engines.add(engine);
        }
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
     * Sets whether every racing pair is reported, not only the first of each unordered pair of
     * locations. Pairs with an unknown location are distinguished by variable, kind and threads.
     *
     * @param everyPair false by default
     * @return this
     */
    public Builder everyPair(boolean everyPair) {
      this.everyPair = everyPair;
      return this;
    }

    /**
     * Sets how much history engines with bounded history keep.
     *
     * @param limits {@link EngineLimits#DEFAULT} by default
     * @return this
     */
    public Builder limits(EngineLimits limits) {
      this.limits = Objects.requireNonNull(limits, "limits");
      return this;
    }

    /**
     * Sets the listener that is told of races after they are found: at most a block of events
     * later, or at the end of the trace if witnesses are searched.
     *
     * @param listener receives each race of the report once, as known at that time, with a count of
     *     1; an exception that it throws propagates to the caller of this analysis, which stays
     *     usable
     * @return this
     */
    public Builder onRace(Consumer<Race> listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * Sets whether proofs are searched for races that are not observed in the trace itself; see
     * {@link TraceAnalysis.Builder#witnesses(long)}.
     *
     * @param budget how many steps the search for one pair of accesses may take; 0, the default,
     *     disables the search
     * @return this
     * @throws IllegalArgumentException if the budget is negative
     */
    public Builder witnesses(long budget) {
      return witnesses(budget, TraceAnalysis.WITNESS_TOTAL);
    }

    /**
     * Sets whether proofs are searched, and for how long; see {@link
     * TraceAnalysis.Builder#witnesses(long, long)}.
     *
     * @param budget how many steps the search for one pair of accesses may take; 0 disables the
     *     search
     * @param total how many steps all searches together may take
     * @return this
     * @throws IllegalArgumentException if one is negative
     */
    public Builder witnesses(long budget, long total) {
      witnesses = new SearchBudget(budget, total);
      return this;
    }

    /**
     * Starts the analysis.
     *
     * @return a sink of events
     */
    public RaceAnalysis start() {
      return new RaceAnalysis(this);
    }
  }
}
