package io.racedet;

import io.racedet.engine.EngineDefinition;
import io.racedet.engine.EngineLimits;
import io.racedet.engine.catalogue.Engines;
import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.proof.SearchBudget;
import io.racedet.race.Race;
import io.racedet.race.RaceIds;
import java.util.ArrayList;
import java.util.Arrays;
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
  private static final Runnable NOTHING = () -> {};

  private final LockContexts contexts = new LockContexts();
  private final EventIntake intake;
  private final EngineGroup engines;
  private final EventContexts held = new EventContexts(contexts);
  private final Runnable flush = this::flush;
  private Runnable betweenBlocks = NOTHING;
  private RaceReport report; // null until the end of the trace
  private boolean finished; // and the listener was told of all races

  private RaceAnalysis(Builder builder) {
    engines = new EngineGroup(builder, contexts);
    intake = new EventIntake(builder.delay, builder.before);
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
    intake.ensureOpen(op, thread);
    EventIntake.checkOperand(op, operand);
    int at = held.at(op, thread, operand, intake.index() + 1);
    take(op, thread, op.operand() == Operand.NONE ? 0 : operand, at, location);
    if (isToBeFlushed()) {
      flush();
    }
  }

  @Override
  public void range(Op op, int thread, int first, int stride, int count, int location) {
    EventSink.checkRange(op, first, stride, count);
    ensureOpen(op, thread, count);
    int at = held.at(op, thread, first, intake.index() + 1);
    intake.takeRange(op, thread, first, stride, count, at, location, flush);
  }

  /** {@inheritDoc} This has an effect if all engines can forget; the races are the same. */
  @Override
  public void forget(Operand space, int id) {
    if (engines.forgets()) {
      if (!intake.isEmpty()) {
        process(); // so that the engines have seen all events with the id
      }
      engines.forget(space, id);
    }
  }

  @Override
  public boolean refersTo(Operand space, int id) {
    return !engines.forgets() || engines.races().refersTo(space, id);
  }

  void ensureOpen() {
    if (report != null) {
      throw new IllegalStateException("the trace has ended (expected: a call before its end)");
    }
  }

  void ensureOpen(Op op, int thread, int count) {
    intake.ensureOpen(op, thread, count);
  }

  /**
   * Takes a checked event with its context, which is INNER if engines must not see the event. Call
   * {@link #flush} or {@link #flushWithoutThrowing} after it if it {@link #isToBeFlushed}.
   */
  void take(Op op, int thread, int operand, int at, int location) {
    intake.take(op, thread, operand, at, location);
  }

  /** Takes a checked range with its context, and flushes where it is to be flushed. */
  void takeRange(Op op, int thread, int first, int stride, int count, int at, int location) {
    intake.takeRange(op, thread, first, stride, count, at, location, this::flushWithoutThrowing);
  }

  /** Adds to the last event another one, of the same index, that only the engines know of. */
  void takeExtra(Op op, int thread, int operand, int at) {
    if (intake.isNearlyFull()) {
      process(); // else the block might not have room for the next event
    }
    intake.takeExtra(op, thread, operand, at);
  }

  /** Whether the events since the last flush are as many as the listener may be late. */
  boolean isToBeFlushed() {
    return intake.isFull();
  }

  /** The contexts of the events that are taken. */
  LockContexts contexts() {
    return contexts;
  }

  /**
   * Processes the events so far, and tells the listener of the races found. Otherwise they are
   * processed when as many have arrived as {@link Builder#delay} allows, and at the end.
   *
   * <p>What an engine or the listener throws is thrown here, or by the call that processes an
   * event. The event is taken nevertheless, and the analysis stays usable without that engine.
   *
   * @throws IllegalStateException after the end of the trace
   */
  public void flush() {
    ensureOpen();
    process();
    engines.tell(false);
    engines.rethrow();
  }

  /** The same, but what engines and the listener throw is only kept as a failure. */
  void flushWithoutThrowing() {
    process();
    engines.tellWithoutThrowing(false, events());
  }

  private void process() {
    EventBlock block = intake.flush();
    engines.consume(block, events());
    block.clear();
    betweenBlocks.run();
  }

  /**
   * Reuses ids from now on.
   *
   * @param release called between blocks, when ids may be forgotten and given to others
   */
  void reuseIds(Runnable release) {
    engines.races().nameAtOnce();
    betweenBlocks = release;
  }

  /** Whether ids can be reused: nothing needs what is forgotten. */
  boolean forgets() {
    return engines.forgets();
  }

  /** The deadlocks of a trace that has ended. */
  DeadlockReport deadlocks(long dropped) {
    if (!finished) {
      throw new IllegalStateException(
          "the trace has not ended (expected: a feed with deadlocks, after its end)");
    }
    return engines.deadlocks(events(), dropped);
  }

  /** The engines, which forget ids and have the races found so far. */
  EngineGroup engines() {
    return engines;
  }

  /**
   * Returns the number of events so far, and before the first one.
   *
   * @return the index of the last event
   */
  public long events() {
    return intake.index();
  }

  /**
   * Ends the trace. Locks still held are released by its end.
   *
   * @return the races
   * @throws IllegalStateException if called again, unless an engine or the listener threw: then the
   *     races found before that are returned
   */
  public RaceReport finish() {
    ensureNotFinished();
    if (report == null) {
      end();
      engines.rethrow();
    }
    engines.tell(true);
    finished = true;
    return report;
  }

  private void end() {
    process();
    engines.finish(events());
    report = engines.report(events());
    intake.end();
  }

  /** Ends the trace; what engines and the listener throw is only kept as a failure. */
  RaceReport finishWithoutThrowing() {
    ensureNotFinished();
    end();
    engines.tellWithoutThrowing(true, events());
    finished = true;
    report = engines.report(events()); // with a failure of the listener
    return report;
  }

  private void ensureNotFinished() {
    if (finished) {
      throw new IllegalStateException("finish() was already called (expected: once)");
    }
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
    return engines.races().ids();
  }

  /** Configures an analysis. Not thread-safe. */
  public static final class Builder {
    final List<EngineDefinition> engines = new ArrayList<>();
    Names names = Names.IDS;
    boolean everyPair;
    EngineLimits limits = EngineLimits.DEFAULT;
    Consumer<Race> listener = EngineGroup.NO_LISTENER;
    SearchBudget witnesses = SearchBudget.NONE;
    private int delay = EventBlock.CAPACITY;
    private long before;
    boolean deadlocks;

    Builder() {} // to which engines must be added

    private Builder(String[] names) {
      if (names.length == 0) {
        throw new IllegalArgumentException(
            "no engine (expected: some of " + String.join(", ", Engines.names()) + ")");
      }
      Arrays.stream(names).map(Engines::named).distinct().forEach(engines::add);
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

    /** Sets whether deadlocks are searched for, too. */
    Builder deadlocks(boolean deadlocks) {
      this.deadlocks = deadlocks;
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
     * Sets the listener that is told of races after they are found: as many events later as {@link
     * #delay} allows, or at {@link RaceAnalysis#flush}; but at the end of the trace those of
     * engines that find races then, and all if witnesses are searched.
     *
     * @param listener receives each race of the report once, as known then, with a count of 1; the
     *     caller of this analysis, which stays usable, gets what it throws
     * @return this
     */
    public Builder onRace(Consumer<Race> listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * Sets how late the listener may be told of a race. A small number makes the analysis slower.
     *
     * @param events most events from the second access of a race to the call, that access included:
     *     from 1, for a call within that of the access, to 4,096, the default
     * @return this
     * @throws IllegalArgumentException if the number is out of range
     */
    public Builder delay(int events) {
      if (events < 1 || events > EventBlock.CAPACITY) {
        throw new IllegalArgumentException(
            "delay: " + events + " (expected: 1.." + EventBlock.CAPACITY + " events)");
      }
      delay = events;
      return this;
    }

    /**
     * Sets whether proofs are searched; see {@link TraceAnalysis.Builder#witnesses(long)}.
     *
     * @param budget how many steps the search for one pair of accesses may take; 0 disables it
     * @return this
     * @throws IllegalArgumentException if the budget is negative
     */
    public Builder witnesses(long budget) {
      return witnesses(budget, TraceAnalysis.WITNESS_TOTAL);
    }

    /**
     * Sets whether proofs are searched; see {@link TraceAnalysis.Builder#witnesses(long, long)}.
     *
     * @param budget how many steps the search for one pair of accesses may take; 0 disables it
     * @param total how many steps all searches together may take
     * @return this
     * @throws IllegalArgumentException if one is negative
     */
    public Builder witnesses(long budget, long total) {
      witnesses = new SearchBudget(budget, total);
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
