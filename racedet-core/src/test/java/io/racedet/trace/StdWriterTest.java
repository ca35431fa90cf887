package io.racedet.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.TestTrace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StdWriterTest {
  @Test
  void litmus_isWrittenAsItIs() throws IOException {
    for (LitmusCase litmus : (Iterable<LitmusCase>) Litmus.all()::iterator) {
      assertThat('\n' + new String(Traces.bytes(litmus.trace(), TraceFormat.STD), UTF_8))
          .isEqualTo(litmus.trace().toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a|b", "a(b", "a)b", "a\nb", "a\rb", "\nb", "\rb", "\ud800"})
  void nameThatTheFormatCannotHold_isRefused(String name) {
    TestTrace asThread = new TestTrace.Builder().add(name, Op.WRITE, "x", "here").build();
    TestTrace asVariable = new TestTrace.Builder().add("T", Op.WRITE, name, "here").build();
    assertThatThrownBy(() -> Traces.bytes(asThread, TraceFormat.STD))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("thread name: \"" + name + "\" (expected: ");
    assertThatThrownBy(() -> Traces.bytes(asVariable, TraceFormat.STD))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("variable name: \"" + name + "\" (expected: ");
  }

  @Test
  void threadThatWouldBeAComment_isRefused() {
    TestTrace trace = new TestTrace.Builder().add("#1", Op.WRITE, "x", "here").build();
    assertThatThrownBy(() -> Traces.bytes(trace, TraceFormat.STD))
        .hasMessageContaining("without # at the beginning");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb", "a\r", "\n", "\r", "\udc00"})
  void locationThatTheFormatCannotHold_isRefused(String location) {
    TestTrace trace = new TestTrace.Builder().add("T", Op.WRITE, "x", location).build();
    assertThatThrownBy(() -> Traces.bytes(trace, TraceFormat.STD))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("location: \"" + location + "\"");
  }

  @Test
  void flush_writesWhatThereIs() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TestTrace trace = TestTrace.parse("T1|w(x)|a");
    try (TraceWriter writer = TraceFormat.STD.writer(out, trace)) {
      Traces.copy(
          new StdReader(
              new ByteArrayInputStream("T1|w(x)|a\n".getBytes(UTF_8)),
              "a",
              false,
              TraceLimits.DEFAULT),
          writer);
      writer.flush();
      assertThat(out.toString(UTF_8)).isEqualTo("T1|w(x)|a\n");
    }
  }

  /** A line is never divided, and a chunk ends with the first line that fills it. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, 65_525, 65_526, 65_527, 65_528, 65_529, 65_536, 200_000})
  void lines_arePassedOnInChunks(int length) throws IOException {
    List<String> chunks = new ArrayList<>();
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int b) {
            chunks.add(String.valueOf((char) b));
          }

          @Override
          public void write(byte[] bytes, int from, int count) {
            chunks.add(new String(bytes, from, count, UTF_8));
          }
        };
    String longest = "y".repeat(length);
    StringBuilder expected = new StringBuilder();
    try (TraceWriter writer = TraceFormat.STD.writer(out, names(longest))) {
      EventBlock block = new EventBlock();
      for (int i = 0; i < 20_000; i++) {
        int operand = i % 3_000 == 17 ? 1 : 0;
        block.append(EventBlock.word(Op.READ, 0, operand), EventSink.NO_LOCATION);
        expected.append(operand == 1 ? "T|r(" + longest + "z)|\n" : "T|r(z)|\n");
        if (block.isFull()) {
          writer.write(block);
          block.clear();
        }
      }
      writer.write(block);
    }
    assertThat(String.join("", chunks)).isEqualTo(expected.toString());
    assertThat(chunks).hasSizeGreaterThan(2);
    for (String chunk : chunks.subList(0, chunks.size() - 1)) {
      int lastLine = chunk.lastIndexOf('\n', chunk.length() - 2) + 1;
      assertThat(chunk).endsWith("\n").hasSizeGreaterThanOrEqualTo(1 << 16);
      assertThat(lastLine).isLessThan(1 << 16);
    }
  }

  private static Names names(String second) {
    return (space, id) -> space == Op.Operand.THREAD ? "T" : (id == 1 ? second : "") + "z";
  }

  @Test
  void eachName_isAskedForOnce_howeverIdsAreOrdered() throws IOException {
    for (TraceFormat format : TraceFormat.all()) {
      List<String> asked = new ArrayList<>();
      Names names =
          new Names() {
            @Override
            public String name(Op.Operand space, int id) {
              asked.add(space + " " + id);
              return "n" + id;
            }

            @Override
            public String location(int location) {
              asked.add("location " + location);
              return "l" + location;
            }
          };
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      int[] ids = {9, 0, 1_000, 9, 1, 1_000, 999, 1_001, 0};
      try (TraceWriter writer = format.writer(out, names)) {
        EventBlock block = new EventBlock();
        for (int id : ids) {
          block.append(EventBlock.word(Op.ACQUIRE, id, id), id);
        }
        block.append(EventBlock.word(Op.BEGIN, 9, 0), EventSink.NO_LOCATION);
        writer.write(block);
      }
      assertThat(asked).hasSize(6 * 3).doesNotHaveDuplicates();
      List<String> lines = new FileReading(format, out.toByteArray()).lines();
      for (int i = 0; i < ids.length; i++) {
        String id = String.valueOf(ids[i]);
        assertThat(lines.get(i)).isEqualTo("n" + id + "|acq(n" + id + ")|l" + id);
      }
    }
  }

  @Test
  void refusedNames_areSaidWithWhatIsExpected() {
    assertThatThrownBy(() -> bytes("#1", "x", "here"))
        .hasMessage(
            "thread name: \"#1\" (expected: in the format std, text without |, (, ) or line breaks,"
                + " and a thread without # at the beginning)");
    assertThatThrownBy(() -> bytes("T", "(", "here"))
        .hasMessage(
            "variable name: \"(\" (expected: in the format std, text without |, (, ) or line"
                + " breaks)");
    assertThatThrownBy(() -> bytes("T", "x", "a\nb"))
        .hasMessage("location: \"a\nb\" (expected: in the format std, text without line breaks)");
    assertThatCode(() -> bytes("T#", "#x", "#(|)")).doesNotThrowAnyException();
  }

  private static byte[] bytes(String thread, String variable, String location) throws IOException {
    TestTrace trace = new TestTrace.Builder().add(thread, Op.WRITE, variable, location).build();
    return Traces.bytes(trace, TraceFormat.STD);
  }
}
