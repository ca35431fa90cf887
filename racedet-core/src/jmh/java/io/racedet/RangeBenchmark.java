package io.racedet;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Speed of engines in accesses per second where threads walk over an array in turns, as ranges or
 * as single events: 4 threads, 20 rounds, each reads and writes 25,000 elements, free of races.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class RangeBenchmark {
  private static final int THREADS = 4;
  private static final int ROUNDS = 20;
  private static final int ELEMENTS = 25_000;
  private static final int ACCESSES = 2 * THREADS * ROUNDS * ELEMENTS;

  /** The engines that tests use, and one that is given the single events. */
  @Param({"fasttrack", "djit", "pwr-ee-l"})
  public String engine;

  /** Whether a walk is one range, or so many events. */
  @Param({"true", "false"})
  public boolean ranges;

  /** Analyses the whole trace with one engine. */
  @Benchmark
  @OperationsPerInvocation(ACCESSES)
  public RaceReport walks() {
    RaceAnalysis analysis = RaceAnalysis.with(engine).start();
    EventSink sink = ranges ? analysis : analysis::event;
    for (int i = 0; i < ROUNDS * THREADS; i++) {
      int thread = i % THREADS;
      sink.event(Op.SYNC_READ, thread, 0, 0);
      sink.range(Op.READ, thread, 0, 1, ELEMENTS, 1);
      sink.range(Op.WRITE, thread, 0, 1, ELEMENTS, 2);
      sink.event(Op.SYNC_WRITE, thread, 0, 3);
    }
    return analysis.finish();
  }
}
