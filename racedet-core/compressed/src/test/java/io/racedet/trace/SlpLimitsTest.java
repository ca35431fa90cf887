package io.racedet.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.grammar.GrammarReader;
import io.racedet.compressed.slp.SlpWriter;
import io.racedet.event.EventBlock;
import io.racedet.trace.generated.GeneratedTrace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The limits of {@code slp}, as {@link TraceLimitsTest}. */
class SlpLimitsTest extends TraceLimitsTest {
  @ParameterizedTest
  @CsvSource({
    "slp, EVENTS, 6, 'byte 12, after 0 events'",
    "slp, THREADS, 3, 'byte 12, after 0 events'",
    "slp, NAMES, 8, 'byte 12, after 0 events'",
    "slp, NAME_BYTES, 19, 'byte 12, after 0 events'",
    "slp, SYMBOLS, 12, 'byte 12, after 0 events'"
  })
  void asMuchOfAGrammarAsTheLimit_isRead_andNoMore(
      TraceFormat format, TraceLimit limit, long amount, String position) throws IOException {
    asMuchAsTheLimit_isRead_andNoMore(format, limit, amount, position);
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.slp", "t.slp.gz"})
  void lengthThatAGrammarStates_isCheckedBeforeTheFirstEvent(String name) throws IOException {
    lengthThatAFileStates_isCheckedBeforeTheFirstEvent(name);
    TraceLimits fewer = only(TraceLimit.EVENTS, WORKLOAD.events() - 1);
    Path file = folder.resolve(name);
    try (TraceReader trace = TraceFile.open(file, null, false, fewer)) {
      assertThat(GrammarReader.grammarOf(trace).events()).isEqualTo(WORKLOAD.events());
    }
    Path events = folder.resolve("t.rdt");
    lengthThatAFileStates_isCheckedBeforeTheFirstEvent("t.rdt");
    try (TraceReader trace = TraceFile.open(events, null, false, fewer)) {
      assertThatThrownBy(() -> GrammarReader.grammarOf(trace)) // which is built of the events
          .isInstanceOf(TraceLimitException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.slp", "t.slp.gz"})
  void grammarThatStatesNothing_orAWrongLength_isReadAsItIs(String name) throws IOException {
    fileThatStatesNothing_orAWrongLength_isReadAsItIs(name);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 10, 1000})
  void depth_isThatOfTheNestedRules(int depth) throws IOException {
    byte[] file = HostileFiles.chain(depth);
    assertThat(Traces.lines(open(file, false, only(TraceLimit.DEPTH, depth)))).hasSize(depth);
    assertThat(refusal(file, false, only(TraceLimit.DEPTH, depth - 1)))
        .hasMessageStartingWith("test.file: byte 12, after 0 events: " + depth + " nested rules");
  }

  @Test
  void grammarOfManyEvents_isRefusedBeforeItIsExpanded_andTakenAsAGrammar() throws IOException {
    byte[] file = HostileFiles.doubling(39);
    assertThat(refusal(file, true, TraceLimits.DEFAULT))
        .hasMessage(
            "test.file: byte 12, after 0 events: 549755813888 events (expected: at most"
                + " 10000000000, which --max-events or --force raises)");
    Grammar grammar = GrammarReader.grammarOf(open(file, false, TraceLimits.DEFAULT));
    assertThat(grammar.events()).isEqualTo(1L << 39);
    EventBlock block = new EventBlock();
    TraceReader forced = open(file, false, only(TraceLimit.EVENTS, EventBlock.MAX_INDEX));
    assertThat(forced.read(block)).isTrue();
  }

  @Test
  void grammarOfMoreEventsThanCanBeNumbered_isRefusedAlways() throws IOException {
    byte[] file = HostileFiles.doubling(40);
    assertThatThrownBy(() -> GrammarReader.grammarOf(open(file, false, TraceLimits.DEFAULT)))
        .isInstanceOf(TraceFormatException.class);
    assertThat(refusal(HostileFiles.doubling(39), false, only(TraceLimit.EVENTS, 1)))
        .hasMessageContaining("raises");
  }

  @Test
  void lengthThatIsNotStated_isCountedWhileReading() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TraceReader trace = new GeneratedTrace(WORKLOAD);
        TraceWriter writer = new SlpWriter(out, trace.names(), 1)) {
      Traces.copy(trace, writer);
    }
    long events = WORKLOAD.events();
    TraceReader reader = open(out.toByteArray(), false, only(TraceLimit.EVENTS, events - 1));
    assertThat(reader.statedEvents()).isNegative();
    EventBlock block = new EventBlock();
    assertThat(reader.read(block)).isTrue();
    assertThatThrownBy(() -> Traces.lines(reader)).isInstanceOf(TraceLimitException.class);
  }
}
