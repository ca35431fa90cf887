package io.racedet.run;

import io.racedet.engine.Engine;
import io.racedet.event.EventBlock;
import io.racedet.event.Op.Operand;
import io.racedet.event.RangeExpander;
import io.racedet.race.AnalysisFailure;
import io.racedet.race.ReachedLimit;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * An engine at work on a trace. One that throws is stopped: the races that it has reported stay,
 * and the other engines go on. One that runs out of memory is like one with a defect, since the
 * others may do with the memory that is left, so errors are caught, too.
 */
public final class RunningEngine {
  private final String name;
  private final boolean isMeasured;
  private final long timeLimit; // nanoseconds
  private final Consumer<AnalysisFailure> failures;
  private final RangeExpander expander; // null if the engine takes ranges
  private Engine engine; // null after the end of the trace, or after it was stopped
  private List<ReachedLimit> limits = List.of(); // known at the end
  private boolean isComplete;
  private long events; // processed until it was stopped
  private long nanos;
  private long retainedBytes;

  /**
   * Starts an engine.
   *
   * @param factory creates it; a failure to do so is one of the engine
   * @param timeLimit how long it may work before it is stopped; null for no limit, then its cost is
   *     not measured
   */
  public RunningEngine(
      String name,
      Supplier<Engine> factory,
      Duration timeLimit,
      Consumer<AnalysisFailure> failures) {
    this.name = name;
    this.failures = failures;
    isMeasured = timeLimit != null;
    this.timeLimit = isMeasured ? timeLimit.toNanos() : 0;
    RangeExpander singly = null;
    try {
      engine = factory.get();
      singly = engine.takesRanges() ? null : new RangeExpander(engine::consume);
    } catch (RuntimeException | Error e) {
      stop(0, e);
    }
    expander = singly;
  }

  /** Passes on the next events, unless the engine was stopped. */
  public void consume(EventBlock block) {
    if (engine == null) {
      return;
    }
    try {
      if (isMeasured) {
        consumeMeasured(block);
      } else {
        give(block);
      }
    } catch (RuntimeException | Error e) {
      stop(block.lastIndex(), e);
    }
  }

  private void give(EventBlock block) {
    if (expander == null) {
      engine.consume(block);
    } else {
      expander.accept(block);
    }
  }

  private void consumeMeasured(EventBlock block) {
    long start = System.nanoTime();
    give(block);
    nanos += System.nanoTime() - start;
    if (nanos > timeLimit) {
      events = block.lastIndex();
      engine = null;
    }
  }

  private void stop(long event, Throwable cause) {
    engine = null;
    events = event;
    failures.accept(new AnalysisFailure(name, event, cause));
  }

  /** Ends the trace, and releases the memory of the engine. */
  public void finish(long allEvents) {
    if (engine == null) {
      return;
    }
    long start = System.nanoTime();
    try {
      engine.finish();
      nanos += System.nanoTime() - start;
      limits = engine.limits();
      release();
      events = allEvents;
      isComplete = true;
    } catch (RuntimeException | Error e) {
      stop(allEvents, e);
    }
  }

  private void release() {
    long before = isMeasured ? usedBytes() : 0;
    engine = null;
    retainedBytes = isMeasured ? Math.max(0, before - usedBytes()) : 0;
  }

  private static long usedBytes() {
    System.gc(); // garbage is not counted
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /** The limits that have taken effect; none of an engine that was stopped. */
  List<ReachedLimit> limits() {
    return engine == null ? limits : engine.limits();
  }

  boolean forgets() {
    return engine == null || engine.forgets();
  }

  void forget(Operand space, int id) {
    if (engine != null) {
      engine.forget(space, id);
    }
  }

  void markContexts(BitSet live) {
    if (engine != null) {
      engine.markContexts(live);
    }
  }

  /** How many events it has processed, after the end of the trace. */
  public long events() {
    return events;
  }

  /** Whether it has processed the whole trace; otherwise it was stopped. */
  public boolean isComplete() {
    return isComplete;
  }

  public String name() {
    return name;
  }

  /** How long it has worked; 0 if not measured. */
  public long nanos() {
    return isMeasured ? nanos : 0;
  }

  /** Memory retained by its state at the end of the trace; 0 if not measured. */
  public long retainedBytes() {
    return retainedBytes;
  }
}
