package io.racedet.trace;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.event.EventBlock;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StdReaderTest {
  /** The sample from the documentation of the exchange format, which ends with an empty line. */
  private static final String SAMPLE =
      """
      T0|r(V123)|345
      T1|w(V234.23[0])|456
      T0|fork(T2)|123
      T2|acq(L34)|120
      T2|rel(L34)|130
      T0|join(T2)|134

      """;

  @Test
  void sampleOfTheExchangeFormat_isReadUnchanged() throws IOException {
    assertThat(lines(SAMPLE)).containsExactlyElementsOf(SAMPLE.stripTrailing().lines().toList());
  }

  @Test
  void everyOperation_isRead() throws IOException {
    String text =
        """
        main|begin|
        main|r(o.f)|A:1
        main|w(o.f)|A:2
        main|ar(o.g)|A:3
        main|aw(o.g)|A:4
        main|acq(l)|A:5
        main|notify(l#c)|A:6
        main|rel(l)|A:7
        main|acqr(l)|A:8
        main|relr(l)|A:9
        main|sr(v)|A:10
        main|sw(v)|A:11
        main|snd(c)|A:12
        main|rcv(c)|A:13
        main|alloc(o)|A:14
        main|fork(t)|A:15
        t|wake(l#c)|B:1
        t|end|B:2
        main|join(t)|A:16
        """;
    assertThat(lines(text)).containsExactlyElementsOf(text.lines().toList());
  }

  @Test
  void commentsEmptyLinesAndLineEnds_areNoEvents() throws IOException {
    String text = "# made by hand|w(x)|\n\nT1|w(x)|a\r\n\r\n#\nT1|begin()|b\nT1|r(x)|c";
    assertThat(lines(text)).containsExactly("T1|w(x)|a", "T1|begin|b", "T1|r(x)|c");
  }

  @Test
  void location_isAnyText() throws IOException {
    String text =
        """
        T1|w(x)|
        T1|w(x)|a|b (c) # d
        T1|w(x)|Konto.java:17 \u00fcber \ud83d\ude00
        T1|w(x)| \t
        """;
    assertThat(lines(text)).containsExactlyElementsOf(text.lines().toList());
  }

  @Test
  void names_mayBeAnyTextOfAnyLength() throws IOException {
    StringBuilder text = new StringBuilder();
    String letters = "ab\u00e9\u4e2d.[]$<>:/ -#";
    SplittableRandom random = new SplittableRandom(42);
    for (int length = 1; length < 60; length++) {
      for (int i = 0; i < 5; i++) {
        StringBuilder name = new StringBuilder("n");
        while (name.length() < length) {
          name.append(letters.charAt(random.nextInt(letters.length())));
        }
        text.append(name).append("|w(").append(name).append(")|").append(name).append('\n');
      }
    }
    List<String> expected = text.toString().lines().toList();
    assertThat(lines(text.toString())).containsExactlyElementsOf(expected);
  }

  @Test
  void namesThatDifferInTheirLengthOnly_areDifferent() throws IOException {
    String text = "T1|w(a)|a\u0000\nT1|w(a\u0000)|a\nT1|w(aaaaaaaa)|\nT1|w(aaaaaaaaa)|\n";
    assertThat(lines(text)).containsExactlyElementsOf(text.lines().toList());
  }

  @Test
  void manyNames_allFound() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 20_000; i++) {
        text.append("T|w(v").append(i * 7919L).append(")|Some.java:").append(i).append('\n');
      }
    }
    try (TraceReader reader = reader(text.toString().getBytes(UTF_8), false)) {
      EventBlock block = new EventBlock();
      int index = 0;
      while (reader.read(block)) {
        for (int i = 0; i < block.size(); i++, index++) {
          assertThat(EventBlock.operand(block.words()[i])).isEqualTo(index % 20_000);
          assertThat(block.locations()[i]).isEqualTo(index % 20_000);
        }
        block.clear();
      }
      assertThat(index).isEqualTo(40_000);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 64})
  void chunksOfAnySize_sameEvents(int size) throws IOException {
    for (LitmusCase litmus : Litmus.handmade()) {
      String text = litmus.trace().toString();
      try (TraceReader reader =
          new StdReader(dripping(text, size), "drip.std", false, TraceLimits.DEFAULT)) {
        assertThat(Traces.lines(reader))
            .containsExactlyElementsOf(text.lines().filter(l -> !l.isEmpty()).toList());
      }
    }
  }

  @Test
  void lineLongerThanAChunk_isRead() throws IOException {
    String location = "x".repeat(300_000);
    String text = "T1|w(x)|a\nT1|w(x)|" + location + "\nT2|w(x)|b\n";
    assertThat(lines(text)).containsExactly("T1|w(x)|a", "T1|w(x)|" + location, "T2|w(x)|b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "T1 ~ thread|op(operand)|location",
        "T1|w(x) ~ thread|op(operand)|location",
        "|w(x)|a ~ a thread without ( or ) before the first |",
        "T(1|w(x)|a ~ a thread without ( or ) before the first |",
        "T1|write(x)|a ~ an operation, one of r, w, acq, rel",
        "T1||a ~ an operation, one of r, w, acq, rel",
        "T1|R(x)|a ~ an operation, one of r, w, acq, rel",
        "T1|averylongoperation(x)|a ~ an operation, one of r, w, acq, rel",
        "T1|w|a ~ w(operand)",
        "T1|w()|a ~ w(operand)",
        "T1|w(x|a ~ w(operand)",
        "T1|wx)|a ~ an operation, one of r, w, acq, rel",
        "T1|w(x)y|a ~ w(operand)",
        "T1|w((x)|a ~ w(operand)",
        "T1|w(x))|a ~ w(operand)",
        "T1|w(a|b)|a ~ w(operand)",
        "T1|begin(x)|a ~ begin without an operand",
        "T1 w(x) a ~ thread|op(operand)|location",
      })
  void malformedLine_isNamedWithItsPlaceAndWhatWasExpected(String line, String expected) {
    String text = "# comment\nT1|r(x)|first\n" + line + "\nT1|r(x)|last\n";
    assertThatThrownBy(() -> lines(text))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageStartingWith("test.std: line 3: cannot read \"" + line + "\" (expected: ")
        .hasMessageContaining(expected);
  }

  /** Operations are compared as numbers, in which leading zeros must count. */
  @ParameterizedTest
  @ValueSource(
      strings = {"\u0000r", "\u0001r", "\0\0\0\0\0\0\1r", "x\0\0\0\0\0\0\1r", "\0\0\0\0\0\0\0\1r"})
  void operationWithMoreBytes_isMalformed(String op) {
    assertThatThrownBy(() -> lines("T1|r(x)|a\nT1|" + op + "(x)|a\n"))
        .hasMessageContaining("line 2: ")
        .hasMessageContaining("(expected: an operation, one of r, w, acq, rel");
  }

  @Test
  void malformedLine_comesAfterWhatWasBeforeIt() throws IOException {
    try (TraceReader reader = reader("T1|r(x)|a\nT1|r(x)|b\nbad\n".getBytes(UTF_8), false)) {
      EventBlock block = new EventBlock();
      assertThat(reader.read(block)).isTrue();
      assertThat(block.size()).isEqualTo(2);
      block.clear();
      assertThatThrownBy(() -> reader.read(block)).hasMessageContaining("line 3");
    }
  }

  /** The next line looks like the rest of the one that ends too early. */
  @Test
  void lineThatEndsInItsOperand_isNotContinuedInTheNext() {
    assertThatThrownBy(() -> lines("T1|w(x)|a\nT1|w(x\n|b\nT1|w(x)|c\n"))
        .hasMessage(
            "test.std: line 2: cannot read \"T1|w(x\" (expected: thread|op(operand)|location)");
  }

  @Test
  void longMalformedLine_isCut() {
    assertThatThrownBy(() -> lines("x".repeat(1000) + "\n"))
        .hasMessageContaining("cannot read \"" + "x".repeat(120) + "...\" (expected");
  }

  @ParameterizedTest
  @ValueSource(strings = {"T\u00e9|w(x)|a", "T|w(\u00e9)|a", "T|w(x)|\u00e9"})
  void textThatIsNotUtf8_isMalformed(String line) {
    assertThatThrownBy(() -> Traces.lines(reader(line.getBytes(ISO_8859_1), false)))
        .hasMessageContaining("line 1")
        .hasMessageContaining("text in UTF-8");
  }

  @Test
  void endlessLine_isAnErrorBeforeMemoryRunsOut() {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'x';
          }

          @Override
          public int read(byte[] bytes, int from, int length) {
            Arrays.fill(bytes, from, from + length, (byte) 'x');
            return length;
          }
        };
    assertThatThrownBy(
            () -> Traces.lines(new StdReader(endless, "endless.std", false, TraceLimits.DEFAULT)))
        .isInstanceOf(TraceLimitException.class)
        .hasMessageStartingWith("endless.std: line 1: ")
        .hasMessageContaining(" bytes in a line (expected: at most 1048576, which --max-line");
  }

  @Test
  void lenient_leavesMalformedLinesOutAndCountsThem() throws IOException {
    String text = "T1|w(x)|a\nbad\n" + "y".repeat(3_000_000) + "\nT2|w(x)|b\nT1|w()|c\nT2|r(x)|d";
    try (TraceReader reader = reader(text.getBytes(UTF_8), true)) {
      assertThat(Traces.lines(reader)).containsExactly("T1|w(x)|a", "T2|w(x)|b", "T2|r(x)|d");
      assertThat(reader.dropped()).isEqualTo(3);
    }
  }

  @Test
  void position_isTheLine() throws IOException {
    try (TraceReader reader = reader("#\nT1|w(x)|\n\nT1|w(x)|\n".getBytes(UTF_8), false)) {
      EventBlock block = new EventBlock();
      reader.read(block);
      assertThat(reader.position(0)).isEqualTo("line 2");
      assertThat(reader.position(1)).isEqualTo("line 4");
    }
  }

  /** Changes single bytes of a trace at random: each line is read as it is, or refused. */
  @Test
  void anyByteChanged_otherLinesAreReadAsTheyAre() throws IOException {
    byte[] bytes = SAMPLE.getBytes(UTF_8);
    List<String> original = SAMPLE.lines().toList();
    for (int at = 0; at < bytes.length; at++) {
      for (int value : new int[] {0, '\n', '\r', '|', '(', ')', '#', 'x', 0x80, 0xFF}) {
        byte[] changed = bytes.clone();
        changed[at] = (byte) value;
        try (TraceReader reader = reader(changed, true)) {
          List<String> read = Traces.lines(reader);
          assertThat(original.stream().filter(line -> !line.isEmpty() && !read.contains(line)))
              .as("byte %d set to %d", at, value)
              .hasSizeLessThanOrEqualTo(2);
        }
      }
    }
  }

  private static List<String> lines(String text) throws IOException {
    try (TraceReader reader = reader(text.getBytes(UTF_8), false)) {
      return Traces.lines(reader);
    }
  }

  private static TraceReader reader(byte[] bytes, boolean lenient) {
    return new StdReader(new ByteArrayInputStream(bytes), "test.std", lenient, TraceLimits.DEFAULT);
  }

  private static InputStream dripping(String text, int size) {
    return new ByteArrayInputStream(text.getBytes(UTF_8)) {
      @Override
      public synchronized int read(byte[] bytes, int from, int length) {
        return super.read(bytes, from, Math.min(size, length));
      }
    };
  }
}
