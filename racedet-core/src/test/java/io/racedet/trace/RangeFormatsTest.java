package io.racedet.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.event.Walk;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges in the formats of this module. */
class RangeFormatsTest extends RangeFormatContract {
  private static final int LARGE = 200_000;
  private static final Names ELEMENTS =
      (space, id) -> space == Operand.VARIABLE ? "a[" + id + "]" : "T" + (id + 1);

  private static byte[] walk(TraceFormat format, int stride) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TraceWriter writer = format.writer(out, ELEMENTS)) {
      Output output = new Output(writer);
      int first = stride > 0 ? 0 : LARGE - 1;
      output.range(Op.WRITE, 0, first, stride, LARGE, EventSink.NO_LOCATION);
      output.range(Op.READ, 1, first, stride, LARGE, EventSink.NO_LOCATION);
      output.write(true);
    }
    return out.toByteArray();
  }

  private static TraceReader std(String... lines) throws IOException {
    return reader((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource({"std, 1", "std, -1", "rdt, 1", "rdt, -1"})
  void longWalk_isAnEntryOfEachBlock(TraceFormat format, int stride) throws IOException {
    int entries = 0;
    long events = 0;
    byte[] bytes = walk(format, stride);
    try (TraceReader reader = reader(bytes)) {
      EventBlock block = new EventBlock();
      while (reader.read(block)) {
        entries += block.size();
        events += block.events();
        for (int i = 0; i < block.size(); i++) {
          assertThat(Walk.stride(block.walkOf(i))).isEqualTo(stride);
        }
        block.clear();
      }
    }
    assertThat(events).isEqualTo(2L * LARGE);
    assertThat(entries).isLessThan(2 * (LARGE / EventBlock.CAPACITY) + LARGE / 3_333);
    if (format == TraceFormat.STD) {
      assertThat(bytes.length).isLessThan(LARGE / 50);
    }
  }

  @Override
  boolean concerns(TraceFormat from, TraceFormat to) {
    return true;
  }

  @Test
  void text_namesTheElements() throws IOException {
    try (TraceReader reader =
        std("T1|r(a[0..2])|L", "T2|w(o.f[5..1:-2])|", "T1|r(a[1..9:4])|", "T1|r(b[7..7])|")) {
      assertThat(Traces.lines(reader))
          .containsExactly(
              "T1|r(a[0])|L",
              "T1|r(a[1])|L",
              "T1|r(a[2])|L",
              "T2|w(o.f[5])|",
              "T2|w(o.f[3])|",
              "T2|w(o.f[1])|",
              "T1|r(a[1])|",
              "T1|r(a[5])|",
              "T1|r(a[9])|",
              "T1|r(b[7])|");
    }
  }

  @Test
  void ranges_areWrittenAsTheyWereRead() throws IOException {
    String text =
        "T1|w(a[0..9])|L\nT2|r(a[8..0:-2])|\nT1|w(m[3])|\nT1|r(a[1..9:4])|x\nT1|r(a[0..9])|L\n";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] binary = Traces.convert(bytes, TraceFormat.RDT);
    assertThat(new String(Traces.convert(binary, TraceFormat.STD), StandardCharsets.UTF_8))
        .isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "r(a[0..])",
        "r(a[..3])",
        "r(a[3..0])",
        "r(a[0..9:0])",
        "r(a[0..9:2])",
        "r(a[9..0:1])",
        "r(a[0..9:-1])",
        "r(a[0..9:])",
        "r(a[01..9])",
        "r(a[0..9:1:2])",
        "r([0..9])",
        "r(a[0..2147483648])",
        "r(a[0..2147483647])",
        "r(a[-1..9])",
        "ar(a[0..9])",
        "aw(a[0..9])",
        "again(a[0..9])",
        "w(a[0...9])"
      })
  void malformedRange_isRefused(String event) throws IOException {
    try (TraceReader reader = std("T1|r(x)|", "T1|" + event + "|")) {
      assertThatThrownBy(() -> Traces.lines(reader))
          .isInstanceOf(TraceFormatException.class)
          .hasMessageContaining("line 2")
          .hasMessageContaining("cannot read \"T1|" + event + "|\"")
          .hasMessageContaining(
              "expected: r or w of a range that ends with its last index, as in a[0..9] or"
                  + " a[9..1:-2]");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a[lo..hi]", "a[0..9]x", "a[0.9]", "0..9", "a[x][3]"})
  void otherNames_areNames(String name) throws IOException {
    try (TraceReader reader = std("T1|r(" + name + ")|")) {
      assertThat(Traces.lines(reader)).containsExactly("T1|r(" + name + ")|");
    }
  }

  @Test
  void variableWithTheNameOfARange_isNotWritten() throws IOException {
    try (TraceWriter writer =
        TraceFormat.STD.writer(new ByteArrayOutputStream(), (space, id) -> "a[0..9]")) {
      EventBlock block = new EventBlock();
      block.append(EventBlock.word(Op.ATOMIC_READ, 0, 0), EventSink.NO_LOCATION);
      assertThatThrownBy(() -> writer.write(block))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "variable name: \"a[0..9]\" (expected: in the format std, text without |, (, ) or"
                  + " line breaks, and a variable that does not look like a range)");
    }
  }

  @ParameterizedTest
  @CsvSource({"4, 1 3", "1, 1", "3, 1 2", "11, 1 10"})
  void rangeBeyondTheLimitOfEvents_isReadUpToIt(int most, String counts) throws IOException {
    byte[] text = "T1|r(x)|\nT1|r(a[0..9])|\nT1|r(y)|\n".getBytes(StandardCharsets.UTF_8);
    TraceLimits limits = TraceLimits.DEFAULT.with(TraceLimit.EVENTS, most);
    try (TraceReader reader = reader(text, limits)) {
      EventBlock block = new EventBlock();
      assertThat(reader.read(block)).isTrue();
      assertThat(block.events()).isEqualTo(most);
      List<String> found = new ArrayList<>();
      for (int i = 0; i < block.size(); i++) {
        found.add(String.valueOf(block.eventsOf(i)));
      }
      assertThat(String.join(" ", found)).isEqualTo(counts);
      assertThatThrownBy(() -> reader.read(new EventBlock()))
          .isInstanceOf(TraceLimitException.class)
          .hasMessageContaining(most == 11 ? "line 3" : "line 2");
    }
  }

  private static TraceReader reader(byte[] text, TraceLimits limits) throws IOException {
    return TraceFormat.STD.reader(new ByteArrayInputStream(text), "t", false, limits);
  }

  /** The thread is a name, too. Upwards, the accesses before the first name too many are read. */
  @ParameterizedTest
  @CsvSource({"0..2000000000, 1000, 999", "2000000000..0:-1, 1000, 0", "0..9, 1, 0"})
  void rangeBeyondTheLimitOfNames_isRefused(String range, int most, int read) throws IOException {
    byte[] text = ("T1|r(a[" + range + "])|\n").getBytes(StandardCharsets.UTF_8);
    TraceLimits limits = TraceLimits.DEFAULT.with(TraceLimit.NAMES, most);
    try (TraceReader reader = reader(text, limits)) {
      EventBlock block = new EventBlock();
      if (read > 0) {
        assertThat(reader.read(block)).isTrue();
      }
      assertThat(block.events()).isEqualTo(read);
      assertThatThrownBy(() -> reader.read(new EventBlock()))
          .isInstanceOf(TraceLimitException.class)
          .hasMessageContaining(
              "line 1: " + (most + 1) + " names and locations (expected: at most " + most + ", ");
    }
  }
}
