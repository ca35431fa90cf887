package io.racedet.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.racedet.event.EventBlock;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The bytes of a file, and what is read of them, strictly and leniently. */
record FileReading(TraceFormat format, byte[] bytes) {
  static final String HEADER =
      "an invalid block header (expected: the header of a block or of the trailer)";

  List<String> lines() throws IOException {
    try (TraceReader reader = open(false)) {
      return Traces.lines(reader);
    }
  }

  private TraceReader open(boolean lenient) throws IOException {
    return format.reader(new ByteArrayInputStream(bytes), "test.file", lenient);
  }

  /** Asserts that all is read, also leniently. */
  void assertWhole() throws IOException {
    try (TraceReader reader = open(true)) {
      reader.onDropped(
          fault -> {
            throw new AssertionError(fault);
          });
      assertThat(Traces.lines(reader)).isEqualTo(lines());
      assertThat(reader.dropped()).isZero();
    }
  }

  /** Asserts that some events are read, then exactly this is said, and so many are left out. */
  void assertDamaged(int events, String fault, long dropped) throws IOException {
    List<String> strictly = new ArrayList<>();
    try (TraceReader reader = open(false)) {
      Throwable error = catchThrowable(() -> readInto(strictly, reader));
      assertThat(error).isInstanceOf(TraceFormatException.class).hasMessage("test.file: " + fault);
      assertThat(reader.dropped()).isZero();
      assertThat(catchThrowable(() -> reader.read(new EventBlock()))).isSameAs(error);
    }
    assertThat(strictly).hasSize(events);
    List<String> messages = new ArrayList<>();
    try (TraceReader reader = open(true)) {
      reader.onDropped(left -> messages.add(left.getMessage()));
      assertThat(Traces.lines(reader)).isEqualTo(strictly);
      assertThat(messages).containsExactly("test.file: " + fault);
      assertThat(reader.dropped()).isEqualTo(dropped);
      assertThat(reader.read(new EventBlock())).isFalse();
    }
  }

  private static void readInto(List<String> lines, TraceReader reader) throws IOException {
    EventBlock block = new EventBlock();
    for (; reader.read(block); block.clear()) {
      for (int i = 0; i < block.size(); i++) {
        lines.add(Traces.line(block.words()[i], block.locations()[i], reader.names()));
      }
    }
  }
}
