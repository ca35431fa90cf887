package io.racedet.trace;

import static io.racedet.trace.WrittenOutFile.payload;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The splits of files that are written out, by their index and by their blocks. */
class SplitIndexTest {
  private static final TraceSplit FIRST = new TraceSplit(0, 0, 32, 0, 3);
  private static final TraceSplit SECOND = new TraceSplit(1, 32, 29, 3, 4);
  private static final int END = 61;
  private static final String DAMAGED =
      ": a damaged index of splits (expected: one that matches its checksum)";

  /**
   * A block of 3 events, and from byte 32 a split whose block has 4. The header of a file has 12
   * bytes, that of a block 13.
   */
  private static WrittenOutFile blocks() {
    return new WrittenOutFile('R')
        .sealed(1, 3, new byte[7])
        .sealed(5, 0, new byte[2])
        .sealed(7, 4, new byte[1]);
  }

  /** Numbers of eight bytes. */
  private static byte[] words(long... words) {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * words.length);
    bytes.order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().put(words);
    return bytes.array();
  }

  private static List<TraceSplit> list(byte[] file, boolean lenient) throws IOException {
    return TraceSplit.list(SplitFiles.source(file), "test.file", lenient);
  }

  private static void assertRefused(byte[] file, String fault) {
    assertThatThrownBy(() -> list(file, false))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage("test.file: " + fault);
  }

  @Test
  void index_hasTheSplits() throws IOException {
    byte[] index = payload(1, words(32, 3, 7, END));
    byte[] file = blocks().sealed(6, 0, index).trailer(7).toBytes();
    assertThat(list(file, false)).containsExactly(FIRST, SECOND);
    assertThat(list(file, true)).containsExactly(FIRST, SECOND);
  }

  static List<Arguments> wrongIndexes() {
    return List.of(
        Arguments.of("no splits", payload(0, words(7, END))),
        Arguments.of("only its offset", words(END)),
        Arguments.of("more splits than it counts", payload(1, words(32, 3, 47, 3, 7, END))),
        Arguments.of("fewer splits than it counts", payload(2, words(32, 3, 7, END))),
        Arguments.of("split without bytes", payload(2, words(32, 3, 32, 3, 7, END))),
        Arguments.of("last split without bytes", payload(1, words(END, 3, 7, END))),
        Arguments.of("offsets that descend", payload(2, words(47, 3, 32, 3, 7, END))),
        Arguments.of("events that descend", payload(1, words(32, 8, 7, END))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wrongIndexes")
  void wrongIndex_isDamaged_andNotNeededLeniently(String what, byte[] index) throws IOException {
    byte[] file = blocks().sealed(6, 0, index).trailer(7).toBytes();
    assertRefused(file, "byte " + END + DAMAGED);
    assertThat(list(file, true)).containsExactly(FIRST, SECOND);
  }

  @Test
  void indexOfAFileWithoutBlocks_isDamaged() throws IOException {
    byte[] index = payload(1, words(12, 0, 0, 12));
    byte[] file = new WrittenOutFile('R').sealed(6, 0, index).trailer(0).toBytes();
    assertRefused(file, "byte 12" + DAMAGED);
    assertThat(list(file, true)).containsExactly(TraceSplit.WHOLE);
  }

  static List<Arguments> filesWithoutIndex() {
    byte[] index = payload(1, words(32, 3, 7, END));
    // Begins like a block of the kind 6 with the length 4, whose checksum overlaps its offset.
    byte[] overlapping = payload(new byte[] {6, 4, 0, 0, 0, 0, 0, 0, 0}, words(END + 13));
    return List.of(
        Arguments.of("no block", new WrittenOutFile('R')),
        Arguments.of("no index", blocks()),
        Arguments.of("other kind", blocks().sealed(1, 1, index)),
        Arguments.of("not the last block", blocks().sealed(6, 0, index).sealed(1, 1, words(END))),
        Arguments.of("offset in the header", blocks().sealed(6, 0, words(11))),
        Arguments.of("offset behind the file", blocks().sealed(6, 0, words(Long.MAX_VALUE))),
        Arguments.of("too short for its offset", blocks().sealed(1, 1, overlapping)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("filesWithoutIndex")
  void fileWithoutIndex_isOneSplit(String what, WrittenOutFile file) throws IOException {
    byte[] whole = file.trailer(7).toBytes();
    assertThat(list(whole, false)).containsExactly(TraceSplit.WHOLE);
    assertThat(list(whole, true)).containsExactly(TraceSplit.WHOLE);
  }

  @Test
  void fileWithoutAWholeHeader_isOneSplit() throws IOException {
    byte[] whole = blocks().toBytes();
    for (int length = 0; length < 12; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThat(list(cut, false)).as("%d bytes", length).containsExactly(TraceSplit.WHOLE);
      assertThat(list(cut, true)).as("%d bytes", length).containsExactly(TraceSplit.WHOLE);
    }
  }

  @Test
  void trailerThatStatesAnotherLength_isNone() throws IOException {
    byte[] blocks = blocks().toBytes();
    byte[] whole = blocks().trailer(7).toBytes();
    byte[] trailer = Arrays.copyOfRange(whole, blocks.length, whole.length);
    trailer[1] = 15;
    HostileFiles.seal(trailer);
    byte[] file = HostileFiles.join(List.of(blocks, trailer));
    assertRefused(file, "byte " + END + ": no end of the file (expected: a trailer)");
    assertThat(list(file, true)).containsExactly(FIRST, SECOND);
  }

  /** A block at the end, with as many bytes as are there. */
  @ParameterizedTest
  @CsvSource({
    "1, 0, 1, 0, true",
    "1, 2, 1, 2, true",
    "7, 2, 1, 2, true",
    "1, 2, 1, 1, false",
    "1, -1, 1, 0, false",
    "1, 8388608, 1, 8388608, true",
    "1, 8388609, 1, 8388609, false",
    "1, 2, 16384, 2, true",
    "1, 2, 16385, 2, false",
    "1, 2, -1, 2, false",
    "0, 2, 1, 2, false",
    "2, 2, 0, 2, false",
    "6, 2, 0, 2, false",
    "8, 2, 1, 2, false"
  })
  void fileWithoutEnd_hasTheSplitsUpToTheLastWholeBlock(
      int kind, int length, int count, int bytes, boolean isWhole) throws IOException {
    byte[] block = new byte[13 + bytes];
    ByteBuffer fields = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
    fields.put(0, (byte) kind).putInt(1, length).putInt(5, count);
    byte[] file = blocks().bytes(block).toBytes();
    TraceSplit longer = new TraceSplit(1, 32, 29 + 13 + length, 3, 4 + count);
    assertThat(list(file, true)).containsExactly(FIRST, isWhole ? longer : SECOND);
  }

  @Test
  void fileWithoutEnd_isOneSplitUnlessABlockBeginsAnother() throws IOException {
    assertThat(list(blocks().toBytes(), true)).containsExactly(FIRST, SECOND);
    byte[] plain = new WrittenOutFile('R').sealed(1, 3, new byte[7]).toBytes();
    assertRefused(plain, "byte 3: no end of the file (expected: a trailer)");
    assertThat(list(plain, true)).containsExactly(TraceSplit.WHOLE);
  }
}
