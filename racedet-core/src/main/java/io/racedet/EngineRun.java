package io.racedet;

import io.racedet.engine.Engine;
import io.racedet.event.EventBlock;
import io.racedet.proof.RaceCollector;
import io.racedet.race.Race;
import io.racedet.race.ReachedLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The run of an engine over a trace. */
final class EngineRun implements ProofRecording.Search {
  private final String name;
  private final RaceCollector collector;
  private final boolean measured;
  private final long timeLimit; // nanoseconds
  private final List<AnalysisFailure> failures = new ArrayList<>();
  private Engine engine; // null after the end of the trace, or after it was stopped
  private long nanos;
  private long events; // consumed until it was stopped

  /**
   * Starts a run.
   *
   * @param timeLimit how long the engine may work before it is stopped; null for a run without a
   *     limit, whose cost is not measured
   */
  EngineRun(String name, Engine engine, RaceCollector collector, Duration timeLimit) {
    this.name = name;
    this.engine = Engine.ofRanges(engine);
    this.collector = collector;
    measured = timeLimit != null;
    this.timeLimit = measured ? timeLimit.toNanos() : 0;
  }

  /** Processes events. An engine that runs out of memory is stopped; what it has found is kept. */
  void consume(EventBlock block) {
    if (engine == null || block.size() == 0) {
      return;
    }
    long last = block.lastIndex();
    try {
      if (measured) {
        consumeMeasured(block, last);
      } else {
        engine.consume(block);
      }
    } catch (OutOfMemoryError e) {
      stop(name, last, e);
    }
  }

  private void consumeMeasured(EventBlock block, long last) {
    long start = System.nanoTime();
    engine.consume(block);
    nanos += System.nanoTime() - start;
    if (nanos > timeLimit) {
      events = last;
      engine = null;
    }
  }

  private void stop(String source, long event, OutOfMemoryError cause) {
    engine = null;
    events = event;
    failures.add(new AnalysisFailure(source, event, cause));
  }

  @Override
  public void stopProofs(long event, Throwable cause) {
    collector.dropProofs();
    failures.add(new AnalysisFailure(AnalysisFailure.WITNESSES, event, cause));
  }

  /**
   * Ends the trace, releases the engine, and searches proofs for its races.
   *
   * @param decided receives each race as soon as it is decided, if proofs are searched
   */
  MeasuredReport finish(long allEvents, long dropped, Consumer<Race> decided) {
    if (engine != null) {
      finishEngine(allEvents);
    }
    boolean complete = engine != null;
    List<ReachedLimit> limits = new ArrayList<>(complete ? engine.limits() : List.of());
    long retained = releaseEngine();
    try {
      collector.prove(decided);
    } catch (OutOfMemoryError e) {
      stopProofs(allEvents, e);
    }
    limits.addAll(collector.limits());
    RaceReport report =
        new RaceReport(
            collector.races(),
            collector.refuted(),
            events,
            dropped,
            limits,
            collector.errors(),
            failures,
            collector.steps());
    return new MeasuredReport(name, report, complete, measured ? nanos : 0, retained);
  }

  private void finishEngine(long allEvents) {
    events = allEvents;
    long start = System.nanoTime();
    try {
      engine.finish();
    } catch (OutOfMemoryError e) {
      stop(name, allEvents, e);
    }
    nanos += System.nanoTime() - start;
  }

  /** Makes the engine unreachable; returns how much memory this frees, or 0 if not measured. */
  private long releaseEngine() {
    if (!measured || engine == null) {
      engine = null;
      return 0;
    }
    long before = usedBytes();
    engine = null;
    return Math.max(0, before - usedBytes());
  }

  private static long usedBytes() {
    System.gc(); // garbage is not counted
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
