package io.racedet;

import io.racedet.engine.Engine;
import io.racedet.event.EventBlock;
import io.racedet.race.Race;
import java.util.function.Consumer;

/** An engine at work on a trace. */
final class EngineRun {
  private final String name;
  private final RaceCollector collector;
  private final boolean measured;
  private Engine engine; // null after the end of the trace
  private long nanos;

  EngineRun(String name, Engine engine, RaceCollector collector, boolean measured) {
    this.name = name;
    this.engine = engine;
    this.collector = collector;
    this.measured = measured;
  }

  void consume(EventBlock block) {
    if (measured) {
      long start = System.nanoTime();
      engine.consume(block);
      nanos += System.nanoTime() - start;
    } else {
      engine.consume(block);
    }
  }

  /**
   * Ends the trace, lets go of the engine, and proves what it has found.
   *
   * @param decided gets each race as soon as it is proved, where that is asked for
   */
  MeasuredReport finish(long events, long dropped, Consumer<Race> decided) {
    long start = System.nanoTime();
    engine.finish();
    nanos += System.nanoTime() - start;
    long retained = letGo();
    collector.prove(decided);
    RaceReport report = new RaceReport(collector.races(), collector.refuted(), events, dropped);
    return new MeasuredReport(name, report, measured ? nanos : 0, retained);
  }

  /** How much memory is free thereafter that was not before, if that is measured. */
  private long letGo() {
    if (!measured) {
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
