package io.racedet;

import io.racedet.clock.LockContexts;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineDefinition;
import io.racedet.engine.EngineLimits;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.catalogue.Engines;
import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.proof.RaceCollector;
import io.racedet.proof.RaceProofs;
import io.racedet.race.Race;
import io.racedet.race.RaceIds;
import io.racedet.race.RaceSink;
import io.racedet.wellformed.ExecutionState;
import io.racedet.wellformed.LockHolders;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Runs engines over one trace of dense ids; the layer below {@code RaceFeed} for producers that
 * have dense ids and know their trace to be well formed.
 *
 * <p>Events are numbered from 1 as they arrive. Re-entrant acquires and releases are events of the
 * trace, but engines see the outermost pair only. {@code ALLOC} is the producer's business: a new
 * object's variables have new ids.
 *
 * <p>Not thread-safe.
 */
public final class RaceAnalysis implements EventSink {
  private static final Consumer<Race> NOBODY = race -> {};

  private final LockContexts contexts = new LockContexts();
  private final EventBlock block = new EventBlock();
  private final List<Engine> engines = new ArrayList<>();
  private final RaceCollector collector;
  private final RaceProofs proofs; // null where no witnesses are searched
  private final Consumer<Race> listener;
  private final LockHolders holders = new LockHolders(contexts);
  private int[] context = new int[0]; // by thread
  private long index;
  private RaceReport report; // null until the end of the trace
  private boolean finished; // and the listener knows all

  private RaceAnalysis(Builder builder) {
    List<String> names = builder.engines.stream().map(EngineDefinition::name).toList();
    proofs =
        builder.witnessBudget == 0
            ? null
            : new RaceProofs(contexts, builder.names, builder.witnessBudget);
    collector = new RaceCollector(contexts, builder.names, builder.everyPair, names, proofs);
    for (EngineDefinition engine : builder.engines) {
      RaceSink races = collector.sink(engines.size());
      engines.add(engine.create(new EngineSetup(contexts, races, builder.limits, null)));
    }
    listener = builder.listener;
  }

  /**
   * Starts a description of an analysis.
   *
   * @param engines names of engines, at least one; a race that several find is reported as that of
   *     the first one that grades it best
   * @return a builder
   * @throws IllegalArgumentException when there is no engine of a name; the message lists the known
   *     ones
   */
  public static Builder with(String... engines) {
    return new Builder(engines);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException when an id is out of range, or a thread releases a lock that
   *     it does not hold in that mode; the event is not taken then
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
        /* Holds what it held. */
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

  /** Takes an event that has been checked, with the context that it has for engines, or INNER. */
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
    context = Arrays.copyOf(context, Math.max(thread + 1, threads + (threads >> 1)));
    for (int i = threads; i < context.length; i++) {
      context[i] = contexts.root(i);
    }
  }

  /* The listener is told last: should it throw, everything is in order to go on. */
  private void flush() {
    process();
    tell();
  }

  private void tell() {
    boolean isDecided = proofs == null || report != null;
    if (listener != NOBODY && isDecided) {
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
   * @throws IllegalStateException when called again
   */
  public RaceReport finish() {
    if (finished) {
      throw new IllegalStateException("the analysis is finished already");
    }
    if (report == null) {
      process();
      engines.forEach(Engine::finish);
      collector.prove(race -> {});
      report = new RaceReport(collector.races(), collector.refuted(), index, 0);
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

  /** How to analyse a trace. Not thread-safe. */
  public static final class Builder {
    private final List<EngineDefinition> engines = new ArrayList<>();
    private Names names = Names.IDS;
    private boolean everyPair;
    private EngineLimits limits = EngineLimits.DEFAULT;
    private Consumer<Race> listener = NOBODY;
    private long witnessBudget; // 0 for no search

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
     * Adds an engine that need not be in the table of engines.
     *
     * @param engine what it claims, and how to make it
     * @return this
     */
    public Builder engine(EngineDefinition engine) {
      engines.add(Objects.requireNonNull(engine, "engine"));
      return this;
    }

    /**
     * Sets what the ids are called in reports.
     *
     * @param names called for reported races only
     * @return this
     */
    public Builder names(Names names) {
      this.names = Objects.requireNonNull(names, "names");
      return this;
    }

    /**
     * Sets whether every racing pair is reported, not only the first of each unordered pair of
     * locations. A pair with an unknown location is reported always.
     *
     * @param everyPair false unless set
     * @return this
     */
    public Builder everyPair(boolean everyPair) {
      this.everyPair = everyPair;
      return this;
    }

    /**
     * Sets how much history is kept by engines that bound it.
     *
     * @param limits {@link EngineLimits#DEFAULT} unless set
     * @return this
     */
    public Builder limits(EngineLimits limits) {
      this.limits = Objects.requireNonNull(limits, "limits");
      return this;
    }

    /**
     * Sets who is told of a race as soon as it is found; up to a block of events late, and at the
     * end of the trace where witnesses are searched.
     *
     * @param listener gets each race of the report once, as it was known then, with a count of 1;
     *     what it throws comes out of the call that told it, and the analysis can go on
     * @return this
     */
    public Builder onRace(Consumer<Race> listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * Sets whether proofs are searched for races that are not observed in the trace itself, as in
     * {@link TraceAnalysis.Builder#witnesses}.
     *
     * @param budget how many events the search for one pair of accesses may look at; 0, which is no
     *     search, unless set
     * @return this
     * @throws IllegalArgumentException when the budget is negative
     */
    public Builder witnesses(long budget) {
      witnessBudget = RaceProofs.budget(budget);
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
