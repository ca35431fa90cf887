package io.racedet;

import io.racedet.engine.Engine;
import io.racedet.event.EventBlock;
import io.racedet.proof.RaceCollector;
import io.racedet.race.Race;
import java.time.Duration;
import java.util.function.Consumer;

/** An engine at work on a trace. */
final class EngineRun {
  private final String name;
  private final RaceCollector collector;
  private final boolean measured;
  private final long patience; // nanoseconds
  private Engine engine; // null after the end of the trace, and when it was stopped
  private long nanos;
  private long events; // taken when it was stopped

  /**
   * Starts a run.
   *
   * @param patience after how long the engine is stopped, and its cost measured; null for a run
   *     that is not measured
   */
  EngineRun(String name, Engine engine, RaceCollector collector, Duration patience) {
    this.name = name;
    this.engine = engine;
    this.collector = collector;
    measured = patience != null;
    this.patience = measured ? patience.toNanos() : 0;
  }

  void consume(EventBlock block) {
    if (!measured) {
      engine.consume(block);
    } else if (engine != null) {
      long start = System.nanoTime();
      engine.consume(block);
      nanos += System.nanoTime() - start;
      if (nanos > patience && block.size() > 0) {
        events = block.indices()[block.size() - 1];
        engine = null;
      }
    }
  }

  /**
   * Ends the trace, lets go of the engine, and proves what it has found.
   *
   * @param decided gets each race as soon as it is proved, where that is asked for
   */
  MeasuredReport finish(long allEvents, long dropped, Consumer<Race> decided) {
    boolean complete = engine != null;
    if (complete) {
      events = allEvents;
      long start = System.nanoTime();
      engine.finish();
      nanos += System.nanoTime() - start;
    }
    long retained = letGo();
    collector.prove(decided);
    RaceReport report = new RaceReport(collector.races(), collector.refuted(), events, dropped);
    return new MeasuredReport(name, report, complete, measured ? nanos : 0, retained);
  }

  /** How much memory is free thereafter that was not before, if that is measured. */
  private long letGo() {
    if (!measured || engine == null) {
      engine = null;
      return 0;
    }
    long before = usedBytes();
    engine = null;
    return Math.max(0, before - usedBytes());
  }

  private static long usedBytes() {
    System.gc(); // what is garbage is nobody's state
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
