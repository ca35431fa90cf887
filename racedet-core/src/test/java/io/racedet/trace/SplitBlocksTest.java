package io.racedet.trace;

import static io.racedet.trace.WrittenOutFile.NO_NAMES;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.racedet.trace.block.BlockFormat;
import io.racedet.trace.split.SplitBeginning;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Splits written out by hand: what is read of them, alone and together, and what is refused. */
class SplitBlocksTest {
  private static final int SPLIT = 5;
  private static final int INDEX = 6;
  private static final int REPEATING = 7;
  private static final int FIRST_SITE = 32;
  private static final int READ = 1; // 1 + the number of the operation
  private static final int WRITE = 2;

  /** Two threads, a variable, and a location without text. */
  private static final Object[] NAMES = {2, "T1", "T2", 1, "x", 0, 0, 0, 0, 1, ""};

  /** How many names each space has so far. */
  private static final Object[] SIZES = {2, 1, 0, 0, 0, 0, 1};

  /** The names of T1, the variable and the location, each behind its number. */
  private static final Object[] REPEATED = {1, 0, "T1", 1, 0, "x", 0, 0, 0, 0, 1, 0, ""};

  private static byte[] word(long number) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(number).array();
  }

  private static Object[] join(Object[]... parts) {
    return Arrays.stream(parts).flatMap(Arrays::stream).toArray();
  }

  private static Object[] of(Object... parts) {
    return parts;
  }

  /** The contents of a block with which a split begins, without threads. */
  private static Object[] beginning(long eventsBefore, Object... repeated) {
    return join(of(word(eventsBefore)), SIZES, repeated, of(0));
  }

  private static WrittenOutFile start() {
    return new WrittenOutFile('R').block(1, 2, NAMES, 0, 0, WRITE, 0, 1, 0, 1, FIRST_SITE);
  }

  /**
   * Three splits of two events, of which the others repeat names in their first or second block.
   */
  private static byte[] file(boolean isFirst) {
    Object[] inFirst = isFirst ? REPEATED : NO_NAMES;
    Object[] inSecond = isFirst ? NO_NAMES : REPEATED;
    WrittenOutFile file = start();
    int second = file.size();
    file.block(SPLIT, 0, beginning(2, inFirst));
    file.block(REPEATING, 2, inSecond, join(NO_NAMES, of(0, 0, READ, 0, 1, FIRST_SITE)));
    int third = file.size();
    file.block(SPLIT, 0, beginning(4, inFirst));
    file.block(REPEATING, 2, inSecond, join(NO_NAMES, of(0, 0, WRITE, 0, 1, READ, 0, 1)));
    byte[] at = word(file.size());
    file.block(INDEX, 0, of(2), word(second), word(2), word(third), word(4), word(6), at);
    return file.trailer(6).toBytes();
  }

  private static TraceReader open(byte[] file, TraceSplit split, boolean lenient, TraceLimits most)
      throws IOException {
    int length = split.isWhole() ? file.length : (int) split.length();
    ByteArrayInputStream in = new ByteArrayInputStream(file, (int) split.offset(), length);
    return split.open(in, "test.file", lenient, most);
  }

  /** A split, or several as one, by their numbers; the whole file without numbers. */
  private static TraceSplit split(byte[] file, String numbers) throws IOException {
    if (numbers.isEmpty()) {
      return TraceSplit.WHOLE;
    }
    List<TraceSplit> splits = SplitFiles.list(file);
    assertThat(splits).hasSize(3);
    TraceSplit first = splits.get(numbers.charAt(0) - '0');
    return first.upTo(splits.get(numbers.charAt(numbers.length() - 1) - '0'));
  }

  @ParameterizedTest
  @CsvSource({
    "'', T1|w(x)| T2|w(x)| T1|r(x)| T1|r(x)| T1|w(x)| T1|r(x)|",
    "0, T1|w(x)| T2|w(x)|",
    "1, T1|r(x)| T1|r(x)|",
    "2, T1|w(x)| T1|r(x)|",
    "0-1, T1|w(x)| T2|w(x)| T1|r(x)| T1|r(x)|",
    "1-2, T1|r(x)| T1|r(x)| T1|w(x)| T1|r(x)|"
  })
  void splits_areReadAloneAndTogether(String numbers, String events) throws IOException {
    for (boolean isFirst : new boolean[] {true, false}) {
      byte[] file = file(isFirst);
      try (TraceReader reader = open(file, split(file, numbers), false, TraceLimits.DEFAULT)) {
        assertThat(reader.eventsBefore())
            .isEqualTo(numbers.isEmpty() ? 0 : 2 * (numbers.charAt(0) - '0'));
        assertThat(Traces.lines(reader).stream().collect(joining(" "))).isEqualTo(events);
      }
    }
  }

  /** A name counts once, however often it is repeated; what is too much is said of its block. */
  @ParameterizedTest
  @CsvSource({
    "'', NAMES, 4, 3, 4",
    "'', NAME_BYTES, 5, 4, 5",
    "1, NAMES, 3, 2, 3",
    "1, NAME_BYTES, 3, 2, 3",
    "1, NAME_BYTES, 3, 1, 2",
    "1-2, NAMES, 3, 2, 3",
    "1-2, NAME_BYTES, 3, 2, 3"
  })
  void names_areReadUpToTheirLimit(
      String numbers, TraceLimit limit, long enough, long few, long found) throws IOException {
    for (boolean isFirst : new boolean[] {true, false}) {
      byte[] file = file(isFirst);
      TraceSplit split = split(file, numbers);
      try (TraceReader whole = open(file, split, false, TraceLimitsTest.only(limit, enough))) {
        assertThat(Traces.lines(whole)).hasSizeGreaterThanOrEqualTo(2);
      }
      long block = isFirst ? split.offset() : split.offset() + blockLength(file, split.offset());
      String position = numbers.isEmpty() ? "12, after 0" : block + ", after 2";
      for (boolean lenient : new boolean[] {true, false}) {
        TraceLimits limits = TraceLimitsTest.only(limit, few);
        TraceLimitException refused =
            catchThrowableOfType(
                TraceLimitException.class, () -> Traces.lines(open(file, split, lenient, limits)));
        assertThat(refused)
            .hasMessageStartingWith(
                "test.file: byte " + position + " events: " + found + " " + limit.unit());
      }
    }
  }

  private static int blockLength(byte[] file, long at) {
    ByteBuffer block = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    return BlockFormat.PAYLOAD + block.getInt((int) at + BlockFormat.LENGTH);
  }

  static List<Arguments> invalidSplits() {
    String next = "a split that does not continue the one before it";
    String open = "a split with an invalid beginning";
    Object[] before = join(of(word(2)), SIZES);
    Object[] noNames = of(0, 0, 0, 0, 0, 0, 0);
    return List.of(
        Arguments.of("another number of events", next, beginning(3, noNames)),
        Arguments.of("fewer events than bytes of a number", next, of(new byte[7])),
        Arguments.of("another number of names", next, of(word(2), 2, 2)),
        Arguments.of("one name more", next, join(of(word(2), 2, 2, 0, 0, 0, 0, 1), noNames, of(0))),
        Arguments.of("more names than bytes", open, join(before, of(9, 0, 0, 0, 0, 0, 0, 0))),
        Arguments.of("unknown name", open, join(before, of(0, 1, 1, "", 0, 0, 0, 0, 0, 0))),
        Arguments.of("number of no name", open, join(before, of(0, 1, new byte[] {-1}))),
        Arguments.of("text without end", open, join(before, of(0, 1, 0, 9, 0, 0, 0, 0, 0, 0))),
        Arguments.of("unknown name and nothing else", open, join(before, of(0, 1, 2, 0))),
        Arguments.of("thread of no kind", open, join(before, noNames, of(1, 0, 63))),
        Arguments.of("no threads", open, join(before, noNames)));
  }

  private static void assertRefused(String found, Object[] beginning) throws IOException {
    WrittenOutFile file = start();
    int at = file.size();
    file.block(SPLIT, 0, beginning);
    file.block(1, 1, NO_NAMES, 0, 0, READ, 0, 0).trailer(3);
    new FileReading(TraceFormat.RDT, file.toBytes())
        .assertDamaged(2, "byte " + at + ", after 2 events: " + found, 1);
  }

  /** An event follows, which is not read. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("invalidSplits")
  void splitThatIsNone_endsTheTrace(String what, String found, Object[] beginning)
      throws IOException {
    assertRefused(found + " (expected: what follows from the blocks before it)", beginning);
  }

  @Test
  void bytesBehindTheBeginning_areCounted() throws IOException {
    assertRefused(
        "1 bytes after the last event (expected: the end of the block)",
        join(beginning(2, of(0, 0, 0, 0, 0, 0, 0)), of(0)));
  }

  /** Nothing precedes the first split, whatever is in it. */
  @Test
  void beginningOfADamagedSplit_isRefused_orNothing() throws IOException {
    byte[] file = file(true);
    List<TraceSplit> splits = new ArrayList<>(SplitFiles.list(file));
    for (TraceSplit split : splits) {
      file[(int) split.offset() + 30] ^= 1;
    }
    TraceSplit first = splits.get(0);
    try (TraceReader reader = open(file, first, false, TraceLimits.DEFAULT)) {
      assertThat(reader.beginning()).isEqualTo(SplitBeginning.NOTHING);
    }
    TraceSplit second = splits.get(1);
    try (TraceReader reader = open(file, second, false, TraceLimits.DEFAULT)) {
      assertThatThrownBy(reader::beginning)
          .isInstanceOf(TraceFormatException.class)
          .hasMessageStartingWith(
              "test.file: byte " + second.offset() + ", after 2 events: a damaged block");
    }
    try (TraceReader reader = open(file, second, true, TraceLimits.DEFAULT)) {
      assertThat(reader.beginning()).isEqualTo(SplitBeginning.NOTHING);
      assertThat(reader.dropped()).isEqualTo(2);
    }
  }
}
