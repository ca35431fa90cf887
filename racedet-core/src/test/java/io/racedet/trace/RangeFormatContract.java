package io.racedet.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.event.Walk;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.RangeTrace;
import io.racedet.oracle.Shape;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ranges from one format to another. */
abstract class RangeFormatContract {
  private static final int TRACES = 300;

  /** Writes what it receives. */
  static final class Output implements EventSink {
    private final TraceWriter writer;
    private final EventBlock block = new EventBlock();

    Output(TraceWriter writer) {
      this.writer = writer;
    }

    @Override
    public void event(Op op, int thread, int operand, int location) {
      block.append(EventBlock.word(op, thread, operand), location);
      write(block.isFull());
    }

    @Override
    public void range(Op op, int thread, int first, int stride, int count, int location) {
      for (int done = 0; done < count; ) {
        int part = Math.min(block.room(), count - done);
        long word = EventBlock.word(op, thread, first + done * stride);
        block.appendRange(word, Walk.of(stride, part), location);
        done += part;
        write(block.isFull());
      }
    }

    void write(boolean isNow) {
      try {
        if (isNow) {
          writer.write(block);
          block.clear();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Whether a test of the first format, written again in the other one, belongs to this module. */
  abstract boolean concerns(TraceFormat from, TraceFormat to);

  private static byte[] bytes(RangeTrace trace, TraceFormat format) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TraceWriter writer = format.writer(out, trace.names())) {
      Output output = new Output(writer);
      trace.replay(output);
      output.write(true);
    }
    return out.toByteArray();
  }

  static TraceReader reader(byte[] bytes) throws IOException {
    return TraceFile.open(new ByteArrayInputStream(bytes), "test", null, false);
  }

  @ParameterizedTest
  @MethodSource("io.racedet.trace.TraceFormat#all")
  void randomTraces_areReadAsTheirEvents(TraceFormat format) throws IOException {
    SplittableRandom random = new SplittableRandom(16);
    for (int i = 0; i < TRACES; i++) {
      RangeTrace trace =
          RangeTrace.of(
              RandomTraces.of(Shape.everything().withMaxEvents(30), random.nextLong()),
              random.nextInt(1, 30),
              70,
              random.nextLong());
      List<String> expected;
      try (TraceReader reader = reader(Traces.bytes(trace.expanded(), TraceFormat.STD))) {
        expected = Traces.lines(reader);
      }
      byte[] bytes = bytes(trace, format);
      for (TraceFormat other : TraceFormat.all()) {
        if (concerns(format, other)) {
          try (TraceReader reader = reader(Traces.convert(bytes, other))) {
            assertThat(Traces.lines(reader)).as("%s", trace).isEqualTo(expected);
          }
        }
      }
    }
  }
}
