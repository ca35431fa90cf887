package io.racedet.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.event.Op;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.TestTrace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
  @ValueSource(strings = {"", "a|b", "a(b", "a)b", "a\nb", "a\rb", "\ud800"})
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
  @ValueSource(strings = {"a\nb", "a\r", "\udc00"})
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
}
