package io.racedet.trace;

import static io.racedet.trace.WrittenOutFile.NO_NAMES;
import static io.racedet.trace.WrittenOutFile.payload;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.oracle.TestTrace;
import io.racedet.trace.block.BlockFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the writers of binary files write, compared with what is written out by hand. */
class WrittenBlocksTest {
  static final int MAX_COUNTED = 1 << 14;
  private static final int MAX_NAME_LENGTH = 1 << 20;

  private final EventBlock block = new EventBlock();
  final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** The formats that have blocks. */
  static List<TraceFormat> binary() {
    return TraceFormat.all().stream().filter(format -> format != TraceFormat.STD).toList();
  }

  /** The numbers of kind, count and bytes of each block but the trailer. */
  static List<String> headers(byte[] file) {
    List<byte[]> parts = HostileFiles.blocks(file);
    return parts.subList(1, parts.size() - 1).stream()
        .map(part -> ByteBuffer.wrap(part).order(ByteOrder.LITTLE_ENDIAN))
        .map(part -> part.get(0) + " " + part.getInt(BlockFormat.COUNT))
        .toList();
  }

  void write(TraceWriter writer, Op op, int operand, int location) throws IOException {
    block.append(EventBlock.word(op, 0, operand), location);
    if (block.isFull()) {
      flush(writer);
    }
  }

  void flush(TraceWriter writer) throws IOException {
    writer.write(block);
    block.clear();
  }

  @Test
  void rdt_isWrittenAsTheFormatSays() throws IOException {
    TestTrace trace =
        TestTrace.parse("T1|w(x)|A", "T1|w(x)|A", "T2|w(x)|A", "T2|begin|", "T1|fork(T2)|B");
    Object[] names = {2, "T1", "T2", 1, "x", 0, 0, 0, 0, 2, "A", "B"};
    byte[] file =
        new WrittenOutFile('R')
            .block(1, 5, names, 0, 0, 2, 0, 1, 32, 0, 1, 32, 9, 0, 0, 0, 7, 1, 2)
            .trailer(5)
            .toBytes();
    assertThat(Traces.bytes(trace, TraceFormat.RDT)).isEqualTo(file);
  }

  /** The second block names its thread and the new site, and the third nothing new. */
  @Test
  void flush_endsABlock_ifThereIsSomethingNew() throws IOException {
    writeWithIdleFlushes(TraceFormat.RDT);
    Object[] names = {1, "thread 0", 0, 0, 0, 0, 0, 0};
    assertThat(out.toByteArray())
        .isEqualTo(
            new WrittenOutFile('R')
                .block(1, 1, names, 0, 0, 9, 0)
                .block(1, 1, NO_NAMES, 0, 0, 32)
                .trailer(2)
                .toBytes());
  }

  /** Two events, flushed one by one, and flushes of nothing before and between. */
  void writeWithIdleFlushes(TraceFormat format) throws IOException {
    try (TraceWriter writer = format.writer(out, Names.IDS)) {
      writer.flush();
      write(writer, Op.BEGIN, 0, EventSink.NO_LOCATION);
      flush(writer);
      writer.flush();
      writer.flush();
      write(writer, Op.BEGIN, 0, EventSink.NO_LOCATION);
      flush(writer);
    }
  }

  @ParameterizedTest
  @MethodSource("binary")
  void eventWithoutOperand_needsTheNameOfItsThreadAlone(TraceFormat format) throws IOException {
    try (TraceWriter writer = format.writer(out, Names.IDS)) {
      block.append(EventBlock.word(Op.BEGIN, 7, 0), EventSink.NO_LOCATION);
      writer.write(block);
    }
    Object[] names = {1, "thread 7", 0, 0, 0, 0, 0, 0};
    boolean isRdt = format == TraceFormat.RDT;
    Object[] contents = isRdt ? new Object[] {0, 0, 9, 0} : new Object[] {1, 0, 9, 0, 0, 1};
    char letter = isRdt ? 'R' : 'S';
    assertThat(out.toByteArray())
        .isEqualTo(new WrittenOutFile(letter).block(1, 1, names, contents).trailer(1).toBytes());
  }

  @Test
  void rdtBlock_endsAtItsMostEvents() throws IOException {
    try (TraceWriter writer = TraceFormat.RDT.writer(out, Names.IDS)) {
      for (int i = 0; i < 2 * MAX_COUNTED + 1; i++) {
        write(writer, Op.BEGIN, 0, EventSink.NO_LOCATION);
      }
      flush(writer);
    }
    assertThat(headers(out.toByteArray())).containsExactly("1 16384", "1 16384", "1 1");
  }

  @ParameterizedTest
  @MethodSource("binary")
  void eventsBeforeARefusedName_areWrittenAndCounted(TraceFormat format) throws IOException {
    try (TraceWriter writer = format.writer(out, namesOfLength(MAX_NAME_LENGTH + 1))) {
      for (int operand : new int[] {0, 0, 1, 0}) {
        block.append(EventBlock.word(Op.ACQUIRE, 0, operand), EventSink.NO_LOCATION);
      }
      assertThatThrownBy(() -> writer.write(block)).hasMessageStartingWith("lock name: ");
      block.clear();
      block.append(EventBlock.word(Op.RELEASE, 0, 0), EventSink.NO_LOCATION);
      writer.write(block);
    }
    new FileReading(format, out.toByteArray()).assertWhole();
    assertThat(new FileReading(format, out.toByteArray()).lines())
        .containsExactly("|acq()|", "|acq()|", "|rel()|");
  }

  private static Names namesOfLength(int length) {
    return new Names() {
      @Override
      public String name(Op.Operand space, int id) {
        return id > 0 ? "x".repeat(length) : "";
      }

      @Override
      public String location(int location) {
        return "x".repeat(location);
      }
    };
  }

  @ParameterizedTest
  @MethodSource("binary")
  void names_endABlock_whenTheyHaveMoreBytesThanTheLongest(TraceFormat format) throws IOException {
    try (TraceWriter writer = format.writer(out, namesOfLength(MAX_NAME_LENGTH))) {
      write(writer, Op.READ, 0, EventSink.NO_LOCATION);
      write(writer, Op.READ, 1, EventSink.NO_LOCATION); // as many as the longest name
      write(writer, Op.READ, 0, 1); // one byte more
      write(writer, Op.READ, 0, 2);
      flush(writer);
    }
    assertThat(headers(out.toByteArray()))
        .isEqualTo(format == TraceFormat.RDT ? List.of("1 3", "1 1") : List.of("1 0", "1 4"));
  }

  /** A split begins with each block here; its first block has names that an earlier one has. */
  @Test
  void repeatedNames_endABlock_whenTheyHaveMoreBytesThanTheLongest() throws IOException {
    try (TraceWriter writer = SplitFiles.writer(out, namesOfLength(MAX_NAME_LENGTH))) {
      for (int i = 0; i < 2; i++) {
        write(writer, Op.READ, 1, EventSink.NO_LOCATION); // as many as the longest name
        write(writer, Op.READ, 0, 1); // one byte more
      }
      write(writer, Op.READ, 0, EventSink.NO_LOCATION);
      flush(writer);
    }
    assertThat(headers(out.toByteArray()))
        .containsExactly("1 2", "5 0", "7 2", "5 0", "7 1", "6 0");
  }

  @ParameterizedTest
  @MethodSource("binary")
  void nameThatIsTooLong_isRefusedWithItsBeginning(TraceFormat format) throws IOException {
    String text = "x".repeat(120) + "\" (expected: in the format " + format.formatName();
    String expected = text + ", Unicode text of at most 1048576 bytes)";
    try (TraceWriter writer = format.writer(out, namesOfLength(MAX_NAME_LENGTH + 1))) {
      block.append(EventBlock.word(Op.ACQUIRE, 0, 1), EventSink.NO_LOCATION);
      assertThatThrownBy(() -> writer.write(block)).hasMessage("lock name: \"" + expected);
      block.clear();
      block.append(EventBlock.word(Op.ACQUIRE, 0, 0), MAX_NAME_LENGTH + 1);
      assertThatThrownBy(() -> writer.write(block)).hasMessage("location: \"" + expected);
      block.clear();
      block.append(EventBlock.word(Op.ACQUIRE, 0, 0), MAX_NAME_LENGTH);
      block.append(EventBlock.word(Op.ACQUIRE, 0, 0), 3);
      writer.write(block);
    }
    assertThat(new FileReading(format, out.toByteArray()).lines())
        .containsExactly("|acq()|" + "x".repeat(MAX_NAME_LENGTH), "|acq()|xxx");
  }

  /** What is flushed and closed is the stream, and closed also after a failure. */
  @ParameterizedTest
  @MethodSource("io.racedet.trace.TraceFormat#all")
  void stream_isFlushedAndClosed(TraceFormat format) throws IOException {
    StringBuilder calls = new StringBuilder();
    OutputStream stream =
        new OutputStream() {
          private int limit = 200;

          @Override
          public void write(int b) throws IOException {
            if (--limit < 0) {
              throw new IOException("full");
            }
          }

          @Override
          public void flush() {
            calls.append("flush ");
          }

          @Override
          public void close() {
            calls.append("close ");
          }
        };
    TraceWriter writer = format.writer(stream, Names.IDS);
    write(writer, Op.READ, 0, 0);
    flush(writer);
    assertThat(calls).isEmpty();
    writer.flush();
    assertThat(calls).hasToString("flush ");
    for (int i = 0; i < 100; i++) {
      write(writer, Op.READ, i, i);
    }
    flush(writer);
    assertThatThrownBy(writer::close).hasMessage("full");
    assertThat(calls).hasToString("flush close ");
  }

  /** Sites behind the first 2^20 are written out each time, and no file can refer to them. */
  @Test
  void sites_areRememberedUpToTheirMost() throws IOException {
    int side = 1 << 10;
    byte[] whole;
    try (TraceWriter writer = TraceFormat.RDT.writer(out, Names.IDS)) {
      for (int i = 0; i < side * side + 2; i++) {
        write(writer, Op.READ, i / side, i % side);
      }
      write(writer, Op.READ, side - 1, side - 1); // the last that is remembered
      write(writer, Op.READ, side, 0); // the first that is not
      flush(writer);
      writer.flush();
      whole = out.toByteArray();
    }
    assertThat(whole).endsWith(payload(32 + side * side - 1, 1, side, 1));
    WrittenOutFile file = new WrittenOutFile('R');
    file.bytes(Arrays.copyOfRange(whole, BlockFormat.HEADER, whole.length));
    file.block(1, 1, NO_NAMES, 0, 0, 32 + side * side);
    try (TraceReader reader =
        TraceFormat.RDT.reader(new ByteArrayInputStream(file.toBytes()), "file", false)) {
      int wrong = 0;
      int read = 0;
      for (; read < side * side + 4; block.clear()) {
        assertThat(reader.read(block)).isTrue();
        for (int i = 0; i < block.size(); i++, read++) {
          int site = read < side * side + 2 ? read : read - 3;
          int found = EventBlock.operand(block.words()[i]) * side + block.locations()[i];
          wrong += found == site ? 0 : 1;
        }
      }
      assertThat(wrong).isZero();
      assertThatThrownBy(() -> reader.read(block)).hasMessageContaining(": an invalid event (");
    }
  }
}
