package io.racedet.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.trace.RangeFormatContract.Output;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written of ranges. */
class WrittenRangesTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private static Names variables(String... names) {
    return (space, id) -> space == Operand.VARIABLE ? names[id] : "T";
  }

  private static void write(TraceWriter writer, int first, int stride, int count)
      throws IOException {
    Output output = new Output(writer);
    output.range(Op.READ, 0, first, stride, count, EventSink.NO_LOCATION);
    output.write(true);
  }

  /** The variables in the order of their numbers, of which each or each second one is read. */
  @ParameterizedTest
  @CsvSource({
    "a[0] a[1] b[2] b[3], 1, a[0..1] b[2..3]",
    "a[0] a[1] a[5], 1, a[0..1] a[5]",
    "a[0] - a[2] - b[9] - b[7] -, 2, a[0..2:2] b[9..7:-2]",
    "x y, 1, x y",
    "a[5] x a[6], 1, a[5] x a[6]",
    "[0] [1], 1, [0] [1]", // a range has the name of an array before its bracket
    "a[2147483646] a[2147483647], 1, a[2147483646..2147483647]",
    "a[2147483647] a[2147483648], 1, a[2147483647] a[2147483648]",
    "a[8] a[09] a[010], 1, a[8] a[09] a[010]",
    "a[01] a[02], 1, a[01] a[02]",
    "a[] a[1], 1, a[] a[1]",
    "a[x] a[0], 1, a[x] a[0]",
    "a[x] a[1], 1, a[x] a[1]",
    "a[x] a[y], 1, a[x] a[y]",
    "a[12x a[13x, 1, a[12x a[13x"
  })
  void text_hasElementsThatGoOnInALine(String names, int stride, String operands)
      throws IOException {
    String[] variables = names.split(" ");
    int count = variables.length / stride;
    try (TraceWriter writer = TraceFormat.STD.writer(out, variables(variables))) {
      write(writer, 0, stride, count);
    }
    String text = out.toString(UTF_8);
    assertThat(text).isEqualTo("T|r(" + operands.replace(" ", ")|\nT|r(") + ")|\n");
    List<String> accesses = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      accesses.add("T|r(" + variables[i * stride] + ")|");
    }
    assertThat(new FileReading(TraceFormat.STD, text.getBytes(UTF_8)).lines()).isEqualTo(accesses);
  }

  /** Lines of 16 bytes, of which 4,096 fill a chunk. */
  @Test
  void text_isPassedOnInChunks_alsoWithinARange() throws IOException {
    List<Integer> chunks = new ArrayList<>();
    OutputStream stream =
        new OutputStream() {
          @Override
          public void write(int b) {
            chunks.add(1);
          }

          @Override
          public void write(byte[] bytes, int from, int count) {
            chunks.add(count);
          }
        };
    Names names = (space, id) -> space == Operand.VARIABLE ? "v" + (10_000_000 + id) : "T";
    try (TraceWriter writer = TraceFormat.STD.writer(stream, names)) {
      write(writer, 0, 1, 2 * 4096 + 1);
    }
    assertThat(chunks).containsExactly(1 << 16, 1 << 16, 16);
  }

  /** The lowest variable gets the lowest number in the file, whose range goes down as well. */
  @Test
  void binaryRange_goesDown_ifTheVariablesDo() throws IOException {
    try (TraceWriter writer =
        TraceFormat.RDT.writer(out, variables("v0", "v1", "v2", "v3", "v4"))) {
      write(writer, 4, -2, 3);
    }
    Object[] names = {1, "T", 3, "v0", "v2", "v4", 0, 0, 0, 0, 0};
    assertThat(out.toByteArray())
        .isEqualTo(
            new WrittenOutFile('R')
                .block(1, 3, names, 0, 0, 31, 1, 2, 3, 3, 0)
                .trailer(3)
                .toBytes());
  }

  @Test
  void binaryBlock_endsAtItsMostEvents_alsoWithinARange() throws IOException {
    String[] names = new String[EventBlock.CAPACITY];
    Arrays.setAll(names, id -> "v" + id);
    try (TraceWriter writer = TraceFormat.RDT.writer(out, variables(names))) {
      write(writer, 0, 1, EventBlock.CAPACITY - 1);
      for (int i = 0; i < 4; i++) {
        write(writer, 0, 1, EventBlock.CAPACITY);
      }
    }
    assertThat(WrittenBlocksTest.headers(out.toByteArray()))
        .containsExactly("1 16384", "1 " + (5 * EventBlock.CAPACITY - 1 - 16384));
    new FileReading(TraceFormat.RDT, out.toByteArray()).assertWhole();
  }

  /** A range has another first access in each of two reads, and lines up to the limit of events. */
  @Test
  void lineOfManyAccesses_isReadInBlocks_upToTheLimit() throws IOException {
    int capacity = EventBlock.CAPACITY;
    byte[] text = "T|r(a[0..9999])|\n".getBytes(UTF_8);
    assertThat(new FileReading(TraceFormat.STD, text).lines())
        .hasSize(10_000)
        .contains("T|r(a[4095])|", "T|r(a[4096])|", "T|r(a[9999])|");
    TraceLimits limits = TraceLimits.DEFAULT.with(TraceLimit.EVENTS, capacity + 5);
    try (TraceReader reader =
        TraceFormat.STD.reader(new ByteArrayInputStream(text), "test.file", false, limits)) {
      EventBlock block = new EventBlock();
      for (int events : new int[] {capacity, 5}) {
        block.clear();
        assertThat(reader.read(block)).isTrue();
        assertThat(block.events()).isEqualTo(events);
        assertThat(block.size()).isEqualTo(1);
      }
      assertThat(EventBlock.operand(EventBlock.firstOf(block.words()[0]))).isEqualTo(capacity);
    }
  }
}
