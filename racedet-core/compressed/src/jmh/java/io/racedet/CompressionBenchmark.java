package io.racedet;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.grammar.TraceCompressor;
import io.racedet.event.EventBlock;
import io.racedet.trace.TraceReader;
import io.racedet.trace.generated.GeneratedTrace;
import io.racedet.trace.generated.RepeatedTrace;
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

/** Speed of compressing a trace into a grammar, in events per second. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx3g")
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
public class CompressionBenchmark {
  private static final int EVENTS = 2_000_000;

  /** Traces by how repetitive they are. */
  public enum Kind {
    /** Hardly repetitive. */
    RANDOM {
      @Override
      TraceReader open() {
        return new GeneratedTrace(new Workload(8, 100, 100_000, EVENTS, 10, 2000, 0, 1));
      }
    },
    /** Few variables and locations. */
    NARROW {
      @Override
      TraceReader open() {
        return new GeneratedTrace(new Workload(4, 4, 40, EVENTS, 10, 20, 0, 1));
      }
    },
    /** Identical rounds. */
    REPEATED {
      @Override
      TraceReader open() {
        // Has a few more rounds; cut off at the length of the other traces.
        return new RepeatedTrace(new Workload(8, 5, 100, 1000, 10, 50, 0, 1), EVENTS / 950);
      }
    };

    abstract TraceReader open();
  }

  /** The kind of trace. */
  @Param public Kind kind;

  private MemoryTrace trace;

  /** Generates the trace. */
  @Setup
  public void generate() throws IOException {
    trace = new MemoryTrace(kind.open());
  }

  /** Compresses the trace. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public Grammar compress() throws IOException {
    trace.rewind();
    TraceCompressor compressor = new TraceCompressor(true);
    EventBlock block = new EventBlock();
    int left = EVENTS;
    while (left > 0 && trace.read(block)) {
      block.truncate(Math.min(left, block.size()));
      compressor.append(block);
      left -= block.size();
      block.clear();
    }
    return compressor.grammar();
  }
}
