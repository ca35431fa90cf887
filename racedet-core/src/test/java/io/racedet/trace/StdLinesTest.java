package io.racedet.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.event.EventBlock;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The numbers of lines, and lines that are too long, wherever the chunks of a file end. */
class StdLinesTest {
  private static final int CHUNK = 1 << 16;

  private final List<String> left = new ArrayList<>();

  private static TraceReader reader(String text, int chunk, boolean lenient, int longestLine) {
    ByteArrayInputStream in =
        new ByteArrayInputStream(text.getBytes(UTF_8)) {
          @Override
          public synchronized int read(byte[] bytes, int from, int length) {
            return super.read(bytes, from, Math.min(chunk, length));
          }
        };
    TraceLimits limits = TraceLimits.DEFAULT.with(TraceLimit.LINE, longestLine);
    return new StdReader(in, "test.std", lenient, limits);
  }

  private List<String> linesAndPositions(TraceReader reader) throws IOException {
    left.clear();
    reader.onDropped(fault -> left.add(fault.getMessage()));
    List<String> lines = new ArrayList<>();
    EventBlock block = new EventBlock();
    for (; reader.read(block); block.clear()) {
      for (int i = 0; i < block.size(); i++) {
        String line = Traces.line(block.words()[i], block.locations()[i], reader.names());
        lines.add(reader.position(i) + ": " + line);
      }
    }
    assertThat(reader.dropped()).isEqualTo(left.size());
    return lines;
  }

  private static String tooLong(int line, int bytes, int most) {
    return "test.std: line "
        + line
        + ": "
        + bytes
        + " bytes in a line (expected: at most "
        + most
        + ", which --max-line raises)";
  }

  /** A line of 20 bytes is refused with them, or with those that have been read before its end. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 9, 10, 11, 12, 20, 21, 22, 1000})
  void lineThatIsTooLong_isLeftOut_andCounted(int chunk) throws IOException {
    String longer = "x".repeat(20);
    String text = "T1|w(x)|ab\n" + longer + "\nbad\n\nT2|w(x)|\n" + longer + "\nT3|w(x)|";
    TraceReader reader = reader(text, chunk, true, 10);
    assertThat(linesAndPositions(reader))
        .containsExactly("line 1: T1|w(x)|ab", "line 5: T2|w(x)|", "line 7: T3|w(x)|");
    assertThat(left).hasSize(3);
    assertThat(left.get(0)).matches("test.std: line 2: (1[1-9]|20) bytes in a line .*");
    assertThat(left.get(1)).startsWith("test.std: line 3: cannot read \"bad\"");
    assertThat(left.get(2)).matches("test.std: line 6: (1[1-9]|20) bytes in a line .*");
    assertThatThrownBy(() -> linesAndPositions(reader(text, chunk, false, 10)))
        .isInstanceOf(TraceLimitException.class)
        .hasMessageStartingWith("test.std: line 2: ");
  }

  @Test
  void lineThatIsTooLong_hasItsBytesWithoutTheLineBreak() throws IOException {
    linesAndPositions(reader("T1|w(x)|abc\nT1|w(x)|ab\n", CHUNK, true, 10));
    assertThat(left).containsExactly(tooLong(1, 11, 10));
    linesAndPositions(reader("#comment...", CHUNK, true, 10));
    assertThat(left).containsExactly(tooLong(1, 11, 10));
    linesAndPositions(reader("#comment..\n", 1, true, 10));
    assertThat(left).isEmpty();
    linesAndPositions(reader("#comment...\n", 1, true, 10));
    assertThat(left).containsExactly(tooLong(1, 11, 10));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 1000})
  void lastLineThatIsTooLong_isTheEnd(int chunk) throws IOException {
    TraceReader reader = reader("T1|w(x)|\n" + "x".repeat(50), chunk, true, 10);
    assertThat(linesAndPositions(reader)).containsExactly("line 1: T1|w(x)|");
    assertThat(left).hasSize(1);
    assertThat(reader.read(new EventBlock())).isFalse();
  }

  /** The rest of a line of several chunks ends at each place of a chunk. */
  @Test
  void lineOfSeveralChunks_endsAnywhere() throws IOException {
    for (int more = 0; more < 30; more++) {
      String text = "x".repeat(2 * CHUNK - 15 + more) + "\nT1|w(x)|\nT2|w(x)|a\n";
      assertThat(linesAndPositions(reader(text, CHUNK, true, 10)))
          .as("%d more", more)
          .containsExactly("line 2: T1|w(x)|", "line 3: T2|w(x)|a");
      assertThat(left).containsExactly(tooLong(1, CHUNK, 10));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 1000})
  void lineThatIsTooLong_mayBeFollowedByNothing(int chunk) throws IOException {
    TraceReader reader = reader("T1|w(x)|\n" + "x".repeat(50) + "\n", chunk, true, 10);
    assertThat(linesAndPositions(reader)).containsExactly("line 1: T1|w(x)|");
    assertThat(left).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void shortLines_areNoPartOfALongOne(int chunk) throws IOException {
    for (String lines : List.of("\n", "\n\n", "#\n", "#\n\n", "\n#\n", "##\n#\n")) {
      TraceReader reader = reader(lines + "T1|w(x)|ab\n", chunk, false, 10);
      assertThat(linesAndPositions(reader)).hasSize(1);
    }
  }

  /** The line breaks of two comments are still in the buffer where the long line does not reach. */
  @Test
  void lineBreakOfAnEarlierChunk_doesNotEndALine() throws IOException {
    String text = "#23456789\n#23456789\n" + "x".repeat(30) + "\nT1|w(x)|\n";
    Iterator<Integer> sizes = List.of(29, 2, 19, 1, 100).iterator();
    ByteArrayInputStream in =
        new ByteArrayInputStream(text.getBytes(UTF_8)) {
          @Override
          public synchronized int read(byte[] bytes, int from, int length) {
            return super.read(bytes, from, Math.min(sizes.hasNext() ? sizes.next() : 1, length));
          }
        };
    TraceLimits limits = TraceLimits.DEFAULT.with(TraceLimit.LINE, 10);
    TraceReader reader = new StdReader(in, "test.std", true, limits);
    assertThat(linesAndPositions(reader)).containsExactly("line 4: T1|w(x)|");
    assertThat(left).containsExactly(tooLong(3, 11, 10));
  }

  /** The first line fills the first chunk, and the others the rest of the buffer. */
  @Test
  void buffer_canBeFilledUpToItsEnd() throws IOException {
    for (int more = 0; more < 30; more++) {
      StringBuilder text = new StringBuilder("T1|w(x)|");
      text.append("y".repeat(2 * CHUNK - 40 + more - 8 - 1)).append('\n');
      text.append("T2|w(x)|\n").append("T3|w(x)|\n").append("T4|w(x)|\n").append("T5|w(x)|\n");
      assertThat(linesAndPositions(reader(text.toString(), CHUNK, false, 1 << 20))).hasSize(5);
      String unfinished = text.substring(0, text.length() - 1);
      assertThat(linesAndPositions(reader(unfinished, CHUNK, false, 1 << 20))).hasSize(5);
    }
  }

  @Test
  void lineOfTheMostBytes_isRead_howeverManyChunksItHas() throws IOException {
    int most = 3 * CHUNK;
    String longest = "T1|w(x)|" + "y".repeat(most - 8);
    for (String end : new String[] {"\n", ""}) {
      TraceReader reader = reader(longest + end, CHUNK, false, most);
      assertThat(linesAndPositions(reader)).containsExactly("line 1: " + longest);
      assertThatThrownBy(() -> linesAndPositions(reader(longest + "z" + end, CHUNK, false, most)))
          .hasMessage(tooLong(1, most + 1, most));
    }
  }

  @Test
  void lineOfARange_hasAtMostTheMostBytes_whereverItIs() throws IOException {
    String text = "T1|w(x)|ab\nT1|r(a[0..1])|a\n";
    assertThat(Traces.lines(reader(text, CHUNK, false, 15)))
        .containsExactly("T1|w(x)|ab", "T1|r(a[0])|a", "T1|r(a[1])|a");
    assertThatThrownBy(() -> linesAndPositions(reader(text, CHUNK, false, 14)))
        .hasMessage(tooLong(2, 15, 14));
  }

  @Test
  void longestLine_isRefusedBeforeItIsCheckedForItsForm() {
    assertThatThrownBy(() -> linesAndPositions(reader("x".repeat(11) + "\n", CHUNK, false, 10)))
        .hasMessage(tooLong(1, 11, 10));
    assertThatThrownBy(() -> linesAndPositions(reader("x".repeat(10) + "\n", CHUNK, false, 10)))
        .hasMessageContaining("line 1: cannot read \"xxxxxxxxxx\"");
  }

  @Test
  void blocks_areFilled_andPositionsAreThoseOfTheLast() throws IOException {
    int events = 2 * EventBlock.CAPACITY + 5;
    TraceReader reader = reader("\nT1|r(x)|\n".repeat(events), 1000, false, 100);
    EventBlock block = new EventBlock();
    int read = 0;
    for (; reader.read(block); block.clear()) {
      assertThat(block.size()).isEqualTo(Math.min(EventBlock.CAPACITY, events - read));
      assertThat(reader.position(0)).isEqualTo("line " + (2 * read + 2));
      read += block.size();
    }
    assertThat(read).isEqualTo(events);
  }

  /** The line of the first event beyond the limit is named, also if it is in a later block. */
  @Test
  void eventsBeyondTheLimit_areNotReturned() throws IOException {
    int capacity = EventBlock.CAPACITY;
    for (int most : new int[] {1, capacity - 1, capacity, capacity + 1, 2 * capacity}) {
      TraceLimits limits = TraceLimits.DEFAULT.with(TraceLimit.EVENTS, most);
      byte[] text = "#\nT1|r(x)|\n".repeat(2 * capacity + 1).getBytes(UTF_8);
      TraceReader reader = new StdReader(new ByteArrayInputStream(text), "test.std", false, limits);
      assertThat(reader.mostEvents()).isEqualTo(most);
      EventBlock block = new EventBlock();
      int read = 0;
      for (; read < most; block.clear()) {
        assertThat(reader.read(block)).isTrue();
        read += block.size();
      }
      assertThat(read).isEqualTo(most);
      for (int again = 0; again < 2; again++) {
        assertThatThrownBy(() -> reader.read(block))
            .isInstanceOf(TraceLimitException.class)
            .hasMessageStartingWith(
                "test.std: line " + 2 * (most + 1) + ": " + (most + 1) + " events (expected: at");
      }
    }
  }

  /** Whole lines before the damage are read, and what is left of the one in which it is. */
  @Test
  void compressedFileThatIsCut_isReadUpToThere() throws IOException {
    byte[] whole = HostileFiles.gzip("T1|w(x)|a\nT2|w(x)|b\n".getBytes(UTF_8));
    for (int length = 10; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(cut));
      TraceReader reader = new StdReader(in, "test.std", true, TraceLimits.DEFAULT);
      List<String> lines = linesAndPositions(reader);
      assertThat(left).hasSize(1);
      assertThat(left.get(0))
          .isEqualTo(
              "test.std: line "
                  + (lines.size() + 1)
                  + ": damaged: "
                  + (length < whole.length - 8
                      ? "Unexpected end of ZLIB input stream"
                      : "the end of the file")
                  + " (expected: a whole gzip file)");
      in = new GZIPInputStream(new ByteArrayInputStream(cut));
      TraceReader strict = new StdReader(in, "test.std", false, TraceLimits.DEFAULT);
      assertThatThrownBy(() -> Traces.lines(strict)).hasMessage(left.get(0));
    }
  }

  @Test
  void otherFailures_areNotHidden_andTheStreamIsClosed() throws IOException {
    boolean[] closed = new boolean[1];
    ByteArrayInputStream in =
        new ByteArrayInputStream(new byte[0]) {
          @Override
          public synchronized int read(byte[] bytes, int from, int length) {
            throw new IllegalStateException("broken");
          }

          @Override
          public void close() {
            closed[0] = true;
          }
        };
    try (TraceReader reader = new StdReader(in, "test.std", true, TraceLimits.DEFAULT)) {
      assertThat(reader.source()).isEqualTo("test.std");
      assertThatThrownBy(() -> reader.read(new EventBlock())).hasMessage("broken");
      assertThat(closed[0]).isFalse();
    }
    assertThat(closed[0]).isTrue();
  }
}
