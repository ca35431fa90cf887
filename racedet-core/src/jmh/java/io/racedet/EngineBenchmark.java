package io.racedet;

import io.racedet.trace.generated.GeneratedTrace;
import io.racedet.trace.generated.Workload;
import java.io.IOException;
import java.util.List;
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
 * Speed of each engine in events per second, including checks of well-formedness, in memory: 2 M
 * events, 100 locks, 100 k variables, 10 % acquires and releases, free of races.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class EngineBenchmark {
  private static final int EVENTS = 2_000_000;
  private static final int LOCKS = 100;
  private static final int VARIABLES = 100_000;
  private static final int SYNC_PERCENT = 10;
  private static final int LOCATIONS = 2000;

  /** The engines, without goldilocks-eager, which is the plain definition and would take hours. */
  @Param({
    "fasttrack",
    "djit",
    "goldilocks",
    "shb",
    "shb-ee",
    "shb-ee-l",
    "eraser",
    "tsan",
    "tsan-wrd",
    "pwr-ee",
    "pwr-ee-l",
    "pwr-l"
  })
  public String engine;

  /** The number of threads. */
  @Param({"8", "64"})
  public int threads;

  private MemoryTrace trace;

  /** Generates the trace. */
  @Setup
  public void generate() throws IOException {
    trace =
        new MemoryTrace(
            new GeneratedTrace(
                new Workload(threads, LOCKS, VARIABLES, EVENTS, SYNC_PERCENT, LOCATIONS, 0, 1)));
  }

  /** Analyses the whole trace with one engine. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public List<RaceReport> events() throws IOException {
    trace.rewind();
    return TraceAnalysis.with(engine).build().run(trace);
  }
}
