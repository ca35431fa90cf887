package io.racedet;

import io.racedet.trace.generated.GeneratedTrace;
import io.racedet.trace.generated.Workload;
import java.io.IOException;
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
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Speed of the search for deadlock patterns in events per second, including checks of
 * well-formedness, in memory: 10 M events of the trace of {@link EngineBenchmark}, or of nested
 * locks.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
public class DeadlockBenchmark {
  private static final int EVENTS = 10_000_000;

  /** The trace. */
  @Param({"accesses", "nested"})
  public String trace;

  /** The number of threads. */
  @Param({"8", "64"})
  public int threads;

  private MemoryTrace events;

  /** Generates the trace. */
  @Setup
  public void generate() throws IOException {
    events =
        new MemoryTrace(
            trace.equals("nested")
                ? new NestedLocks(threads, EVENTS)
                : new GeneratedTrace(new Workload(threads, 100, 100_000, EVENTS, 10, 2000, 0, 1)));
  }

  /** Finds the patterns. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public DeadlockReport patterns() throws IOException {
    events.rewind();
    return TraceAnalysis.with().build().deadlocks(events, deadlock -> {});
  }
}
