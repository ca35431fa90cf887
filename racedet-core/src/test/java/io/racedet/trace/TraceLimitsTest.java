package io.racedet.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.racedet.event.EventBlock;
import io.racedet.oracle.TestTrace;
import io.racedet.trace.block.BlockFormat;
import io.racedet.trace.generated.GeneratedTrace;
import io.racedet.trace.generated.Workload;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A reader takes as much as its limits allow, and says what it does not take, and why. */
class TraceLimitsTest {
  /**
   * Six events; three threads, a lock, two variables and two locations, whose names have 2 + 2 + 2,
   * 4, 1 + 1 and 3 + 4 bytes.
   */
  private static final String TRACE =
      """
      T1|acq(lock)|A:1
      T1|w(x)|A:1
      T1|rel(lock)|
      T1|fork(T2)|
      T2|r(y)|B:22
      T3|r(x)|
      """;

  static final Workload WORKLOAD = new Workload(8, 20, 200, 100_000, 15, 50, 100, 7);

  @TempDir Path folder;

  static TraceReader open(byte[] file, boolean lenient, TraceLimits limits) throws IOException {
    return TraceFile.open(new ByteArrayInputStream(file), "test.file", null, lenient, limits);
  }

  private static byte[] trace(TraceFormat format) throws IOException {
    return Traces.bytes(TestTrace.parse(TRACE), format);
  }

  static TraceLimits only(TraceLimit limit, long most) {
    return TraceLimits.DEFAULT.with(limit, most);
  }

  /** The exception with which reading all events ends. */
  static TraceLimitException refusal(byte[] file, boolean lenient, TraceLimits limits) {
    return catchThrowableOfType(
        TraceLimitException.class, () -> Traces.lines(open(file, lenient, limits)));
  }

  @ParameterizedTest
  @EnumSource
  void limits_areSetOneByOne_withinTheirRange(TraceLimit limit) {
    TraceLimits limits = only(limit, 17);
    for (TraceLimit other : TraceLimit.values()) {
      assertThat(limits.most(other))
          .isEqualTo(other == limit ? 17 : TraceLimits.DEFAULT.most(other));
    }
    assertThat(only(limit, limit.largest()).most(limit)).isEqualTo(limit.largest());
    for (long wrong : new long[] {0, -1, limit.largest() + 1}) {
      assertThatThrownBy(() -> only(limit, wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(limit.option() + ": " + wrong + " (expected: 1.." + limit.largest() + ")");
    }
  }

  /** The option is named after what it limits, and is the first thing that raises it. */
  @ParameterizedTest
  @EnumSource
  void limit_isRaisedByTheOptionOfItsName(TraceLimit limit) {
    String name = limit.name().toLowerCase(Locale.ROOT).replace('_', '-');
    assertThat(limit.option()).isEqualTo("--max-" + name);
    assertThat(limit.remedy().split(" or ")).startsWith(limit.option());
  }

  @ParameterizedTest
  @EnumSource
  void limitThatCanBeRaised_saysHow(TraceLimit limit) {
    for (long most : new long[] {limit.largest() - 1, limit.largest()}) {
      String remedy = most == limit.largest() ? "" : ", which " + limit.remedy() + " raises";
      assertThat(new TraceLimitException("test.file", "line 7", limit, most, most + 1))
          .hasMessage(
              "test.file: line 7: %d %s (expected: at most %d%s)",
              most + 1, limit.unit(), most, remedy);
    }
  }

  @Test
  void limitsOfAHeap_areSharesOfIt() {
    TraceLimits gibibyte = TraceLimits.forHeap(1 << 30);
    assertThat(gibibyte.most(TraceLimit.NAMES)).isEqualTo(1 << 22);
    assertThat(gibibyte.most(TraceLimit.NAME_BYTES)).isEqualTo(1 << 27);
    assertThat(gibibyte.most(TraceLimit.SYMBOLS)).isEqualTo(1 << 24);
    assertThat(TraceLimits.forHeap(Long.MAX_VALUE).most(TraceLimit.NAMES))
        .isEqualTo(TraceLimit.NAMES.largest());
    assertThat(TraceLimits.forHeap(1).most(TraceLimit.NAMES)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "std, EVENTS, 6, line 6",
    "rdt, EVENTS, 6, 'byte 12, after 0 events'",
    "std, THREADS, 3, line 6",
    "rdt, THREADS, 3, 'byte 12, after 0 events'",
    "std, NAMES, 8, line 6",
    "rdt, NAMES, 8, 'byte 12, after 0 events'",
    "std, NAME_BYTES, 19, line 6",
    "rdt, NAME_BYTES, 19, 'byte 12, after 0 events'",
    "std, LINE, 16, line 1"
  })
  void asMuchAsTheLimit_isRead_andNoMore(
      TraceFormat format, TraceLimit limit, long amount, String position) throws IOException {
    byte[] file = trace(format);
    for (boolean lenient : new boolean[] {false, true}) {
      TraceReader whole = open(file, lenient, only(limit, amount));
      assertThat(Traces.lines(whole)).isEqualTo(TRACE.lines().toList());
      assertThat(whole.dropped()).isZero();
      if (limit == TraceLimit.LINE && lenient) {
        continue;
      }
      TraceLimitException refused = refusal(file, lenient, only(limit, amount - 1));
      assertThat(refused.limit()).isEqualTo(limit);
      assertThat(refused)
          .hasMessageStartingWith("test.file: " + position + ": " + amount + " " + limit.unit())
          .hasMessageContaining("(expected: at most " + (amount - 1) + ", which " + limit.option());
    }
  }

  @Test
  void lineThatIsTooLong_isLeftOutByALenientReader() throws IOException {
    String text = "T1|w(x)|a\nT1|w(x)|abc\n#comment...\nT1|w(x)|b\n";
    TraceReader reader = open(text.getBytes(UTF_8), true, only(TraceLimit.LINE, 10));
    assertThat(Traces.lines(reader)).containsExactly("T1|w(x)|a", "T1|w(x)|b");
    assertThat(reader.dropped()).isEqualTo(2);
    assertThat(refusal(text.getBytes(UTF_8), false, only(TraceLimit.LINE, 10)))
        .hasMessageStartingWith("test.file: line 2: 11 bytes in a line (expected: at most 10, ");
  }

  @Test
  void eventsBeforeTheLimit_areReturnedFirst() throws IOException {
    TraceReader reader = open(trace(TraceFormat.STD), false, only(TraceLimit.EVENTS, 4));
    EventBlock block = new EventBlock();
    assertThat(reader.read(block)).isTrue();
    assertThat(block.size()).isEqualTo(4);
    block.clear();
    assertThatThrownBy(() -> reader.read(block)).isInstanceOf(TraceLimitException.class);
  }

  @Test
  void commentsAfterTheLastEvent_areNoEvents() throws IOException {
    byte[] file = (TRACE + "# the end\n").getBytes(UTF_8);
    assertThat(Traces.lines(open(file, false, only(TraceLimit.EVENTS, 6)))).hasSize(6);
  }

  @Test
  void emptyNames_areCountedBeforeTheyAreKept() throws IOException {
    byte[] file = HostileFiles.emptyNames(3, 1000);
    // Header, then two numbers and a name in the first block, one in the second, and what both
    // have:
    // a number of two bytes, the names, five empty spaces, and an event of five numbers.
    int block = BlockFormat.PAYLOAD + 2 + 1000 + 5 + 5;
    int third = BlockFormat.HEADER + block + 3 + block + 1;
    assertThat(Traces.lines(open(file, false, only(TraceLimit.NAMES, 3001)))).hasSize(3);
    assertThat(refusal(file, false, only(TraceLimit.NAMES, 3000)))
        .hasMessageContaining(", after 2 events: 3001 names and locations (expected: at most 3000")
        .hasMessageStartingWith("test.file: byte " + third + ", ");
  }

  /** The first blocks are within the limit; the end of the file states the length. */
  @ParameterizedTest
  @ValueSource(strings = "t.rdt")
  void lengthThatAFileStates_isCheckedBeforeTheFirstEvent(String name) throws IOException {
    Path file = folder.resolve(name);
    try (TraceReader trace = new GeneratedTrace(WORKLOAD);
        TraceWriter writer = TraceFile.create(file, null, trace.names())) {
      EventBlock block = new EventBlock();
      for (; trace.read(block); block.clear()) {
        writer.write(block);
        writer.flush();
      }
    }
    long events = WORKLOAD.events();
    try (TraceReader trace = TraceFile.open(file, null, false, only(TraceLimit.EVENTS, events))) {
      assertThat(trace.statedEvents()).isEqualTo(events);
      assertThat(Traces.lines(trace)).hasSize((int) events);
    }
    TraceLimits fewer = only(TraceLimit.EVENTS, events - 1);
    try (TraceReader trace = TraceFile.open(file, null, false, fewer)) {
      assertThatThrownBy(() -> trace.read(new EventBlock()))
          .isInstanceOf(TraceLimitException.class)
          .hasMessageContaining(": end of the file: " + events + " events (expected: at most ");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.rdt", "t.std"})
  void fileThatStatesNothing_orAWrongLength_isReadAsItIs(String name) throws IOException {
    TraceFormat format = TraceFile.formatOf(Path.of(name));
    byte[] whole = trace(format);
    boolean isText = format == TraceFormat.STD;
    List<byte[]> parts = isText ? List.of(whole) : HostileFiles.blocks(whole);
    byte[] trailer = parts.get(parts.size() - 1);
    if (!isText) {
      trailer[BlockFormat.PAYLOAD + Long.BYTES] ^= (byte) 1; // the checksum is wrong now
    }
    byte[] file = HostileFiles.join(parts);
    Path path = folder.resolve(name);
    Files.write(path, TraceFile.isGzip(path) ? HostileFiles.gzip(file) : file);
    try (TraceReader reader = TraceFile.open(path, null, true)) {
      assertThat(reader.statedEvents()).isNegative();
      assertThat(Traces.lines(reader)).isEqualTo(TRACE.lines().toList());
      assertThat(reader.dropped()).isEqualTo(isText ? 0 : 1);
    }
    if (!isText) {
      HostileFiles.seal(trailer); // a checksum that is right, of a length that is not
      byte[] lying = HostileFiles.join(parts);
      assertThatThrownBy(() -> Traces.lines(open(lying, false, TraceLimits.DEFAULT)))
          .hasMessageContaining("a trailer for 1 blocks and 7 events");
    }
  }
}
