package io.racedet;

import io.racedet.clock.LockContexts;
import io.racedet.engine.Engine;
import io.racedet.engine.Engines;
import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.race.Race;
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
  private final LockContexts contexts = new LockContexts();
  private final EventBlock block = new EventBlock();
  private final List<Engine> engines = new ArrayList<>();
  private final RaceCollector collector;
  private HeldLocks[] held = new HeldLocks[16];
  private int[] context = new int[16];
  private long index;
  private boolean finished;

  private RaceAnalysis(Builder builder) {
    collector = new RaceCollector(contexts, builder.names, builder.everyPair, builder.listener);
    for (Engines engine : builder.engines) {
      String name = engine.properties().name();
      engines.add(
          engine.create(
              contexts,
              (variable, kind, ordered, first, second) ->
                  collector.add(name, variable, kind, ordered, first, second)));
    }
  }

  /**
   * Starts a description of an analysis.
   *
   * @param engines names of engines, at least one; a race that several find is reported as the
   *     first one's
   * @return a builder
   * @throws IllegalArgumentException when there is no engine of a name; the message lists the known
   *     ones
   */
  public static Builder with(String... engines) {
    return new Builder(engines);
  }

  @Override
  public void event(Op op, int thread, int operand, int location) {
    long at = index + 1;
    if (thread >= held.length || held[thread] == null) {
      add(thread);
    }
    int before = context[thread];
    switch (op) {
      case ACQUIRE, ACQUIRE_SHARED -> {
        if (!held[thread].acquire(operand, op == Op.ACQUIRE_SHARED)) {
          index = at;
          return;
        }
        context[thread] = held[thread].context();
        before = context[thread];
      }
      case RELEASE, RELEASE_SHARED -> {
        if (!release(thread, operand, op == Op.RELEASE_SHARED, at)) {
          index = at;
          return;
        }
      }
      default -> {
        /* Holds what it held. */
      }
    }
    index = at;
    block.add(op, thread, operand, at, before, location);
    if (block.isFull()) {
      flush();
    }
  }

  private boolean release(int thread, int lock, boolean shared, long at) {
    if (!held[thread].holds(lock, shared)) {
      throw new IllegalArgumentException(
          "event %d: thread %d releases lock %d%s, which it does not hold"
              .formatted(at, thread, lock, shared ? " (shared)" : ""));
    }
    boolean outermost = held[thread].release(lock, shared);
    context[thread] = held[thread].context();
    return outermost;
  }

  private void add(int thread) {
    if (thread < 0 || thread > EventBlock.MAX_THREAD) {
      throw new IllegalArgumentException(
          "thread: " + thread + " (expected: 0.." + EventBlock.MAX_THREAD + ")");
    }
    if (thread >= held.length) {
      int capacity = Math.max(thread + 1, held.length + (held.length >> 1));
      held = Arrays.copyOf(held, capacity);
      context = Arrays.copyOf(context, capacity);
    }
    held[thread] = new HeldLocks(contexts, thread);
    context[thread] = held[thread].context();
  }

  private void flush() {
    for (Engine engine : engines) {
      engine.consume(block);
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
    finished = true;
    flush();
    engines.forEach(Engine::finish);
    return new RaceReport(collector.races(), index, 0);
  }

  /** How to analyse a trace. Not thread-safe. */
  public static final class Builder {
    private final List<Engines> engines = new ArrayList<>();
    private Names names = Names.IDS;
    private boolean everyPair;
    private Consumer<Race> listener = race -> {};

    private Builder(String... names) {
      if (names.length == 0) {
        throw new IllegalArgumentException(
            "no engine (expected: some of " + String.join(", ", Engines.names()) + ")");
      }
      for (String name : names) {
        engines.add(Engines.named(name));
      }
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
     * locations.
     *
     * @param everyPair false unless set
     * @return this
     */
    public Builder everyPair(boolean everyPair) {
      this.everyPair = everyPair;
      return this;
    }

    /**
     * Sets who is told of a race as soon as it is found; up to a block of events late.
     *
     * @param listener gets each race of the report once, with a count of 1
     * @return this
     */
    public Builder onRace(Consumer<Race> listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
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
