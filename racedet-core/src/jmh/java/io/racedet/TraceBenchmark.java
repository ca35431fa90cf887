package io.racedet;

import io.racedet.event.EventBlock;
import io.racedet.trace.TraceFormat;
import io.racedet.trace.TraceReader;
import io.racedet.trace.TraceWriter;
import io.racedet.trace.generated.GeneratedTrace;
import io.racedet.trace.generated.Workload;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
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

/** Reading and writing speed of each format in events per second, in memory. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class TraceBenchmark {
  private static final int EVENTS = 2_000_000;
  private static final Workload WORKLOAD = new Workload(8, 100, 100_000, EVENTS, 10, 2000, 0, 1);

  /** The name of each format of this jar. */
  @Param({"std", "rdt"})
  public String formatName;

  private TraceFormat format;
  private MemoryTrace trace;
  private byte[] file;

  /** Generates the trace and its file. */
  @Setup
  public void generate() throws IOException {
    format = TraceFormat.named(formatName);
    trace = new MemoryTrace(new GeneratedTrace(WORKLOAD));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    write(out);
    file = out.toByteArray();
  }

  /** Reads the file. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public long read() throws IOException {
    long events = 0;
    try (TraceReader reader = format.reader(new ByteArrayInputStream(file), "memory", false)) {
      EventBlock block = new EventBlock();
      while (reader.read(block)) {
        events += block.size();
        block.clear();
      }
    }
    return events;
  }

  /** Writes the file to a null stream. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public MemoryTrace write() throws IOException {
    write(OutputStream.nullOutputStream());
    return trace;
  }

  private void write(OutputStream out) throws IOException {
    trace.rewind();
    try (TraceWriter writer = format.writer(out, trace.names())) {
      EventBlock block = new EventBlock();
      while (trace.read(block)) {
        writer.write(block);
        block.clear();
      }
    }
  }
}
