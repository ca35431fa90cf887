package io.racedet.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.grammar.GrammarReader;
import io.racedet.compressed.slp.SlpWriter;
import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import io.racedet.trace.generated.GeneratedTrace;
import io.racedet.trace.generated.Workload;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlpReaderTest extends DamagedFileContract {
  private static final Workload WORKLOAD = new Workload(8, 20, 200, 100_000, 15, 50, 100, 7);

  SlpReaderTest() {
    super(TraceFormat.named("slp"));
  }

  private static TraceReader open(byte[] file) throws IOException {
    return TraceFormat.named("slp").reader(new ByteArrayInputStream(file), "test.slp", false);
  }

  /** A file of several grammars, each of which is written at a small size. */
  private static byte[] file(TraceReader trace, int large) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TraceWriter writer = new SlpWriter(out, trace.names(), large)) {
      Traces.copy(trace, writer);
    }
    return out.toByteArray();
  }

  private static List<String> lines(Grammar grammar, Names names) {
    List<String> lines = new ArrayList<>();
    for (int terminal : GrammarRules.expand(grammar)) {
      lines.add(Traces.line(grammar.word(terminal), grammar.location(terminal), names));
    }
    return lines;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10_000, 1 << 24})
  void grammarsInARow_areReadAndExpandedAsOne(int large) throws IOException {
    List<String> original = Traces.lines(new GeneratedTrace(WORKLOAD));
    byte[] file = file(new GeneratedTrace(WORKLOAD), large);
    try (TraceReader reader = open(file)) {
      assertThat(Traces.lines(reader)).isEqualTo(original);
    }
    try (TraceReader reader = open(file)) {
      assertThat(reader).isInstanceOf(GrammarReader.class);
      assertThat(lines(GrammarReader.grammarOf(reader), reader.names())).isEqualTo(original);
    }
  }

  @Test
  void grammarOfAFile_isTheOneThatWasMade() throws IOException {
    for (int seed = 0; seed < 300; seed++) {
      TestTrace trace = RandomTraces.of(Shape.everything(), seed);
      byte[] file = Traces.bytes(trace, TraceFormat.named("slp"));
      byte[] plain = Traces.bytes(trace, TraceFormat.RDT);
      try (TraceReader slp = open(file);
          TraceReader rdt =
              TraceFormat.RDT.reader(new ByteArrayInputStream(plain), "test.rdt", false)) {
        assertThat(rdt).isNotInstanceOf(GrammarReader.class);
        Grammar made = GrammarReader.grammarOf(rdt);
        Grammar read = GrammarReader.grammarOf(slp);
        assertThat(GrammarRules.text(read)).isEqualTo(GrammarRules.text(made));
        assertThat(lines(read, slp.names())).isEqualTo(lines(made, rdt.names()));
      }
    }
  }

  @Test
  void grammarOfAnEmptyFile_hasAStartAlone() throws IOException {
    try (TraceReader reader = open(Traces.bytes(TestTrace.parse(""), TraceFormat.named("slp")))) {
      Grammar grammar = GrammarReader.grammarOf(reader);
      assertThat(grammar.rules()).isEqualTo(1);
      assertThat(grammar.events()).isZero();
    }
  }

  @Test
  void grammar_afterEventsHaveBeenRead_isRefused() throws IOException {
    try (TraceReader reader =
        open(Traces.bytes(TestTrace.parse("T1|w(x)|", "T1|w(x)|"), TraceFormat.named("slp")))) {
      reader.read(new EventBlock());
      assertThatThrownBy(() -> GrammarReader.grammarOf(reader))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("expected: none before the grammar is)");
    }
  }

  @Test
  void events_canBeReadAfterTheGrammar_withTheSamePositions() throws IOException {
    TestTrace trace = TestTrace.parse("T1|w(x)|A", "T2|r(x)|", "T1|w(x)|A");
    byte[] file = Traces.bytes(trace, TraceFormat.named("slp"));
    EventBlock block = new EventBlock();
    try (TraceReader plain = open(file)) {
      plain.read(block);
      assertThat(plain.position(2)).isEqualTo("event 3");
    }
    try (TraceReader reader = open(file)) {
      assertThat(GrammarReader.grammarOf(reader).events()).isEqualTo(3);
      assertThat(reader.statedEvents()).isEqualTo(3);
      assertThat(Traces.lines(reader)).containsExactly("T1|w(x)|A", "T2|r(x)|", "T1|w(x)|A");
    }
    block.clear();
    try (TraceReader reader = open(file)) {
      GrammarReader.grammarOf(reader);
      assertThat(reader.read(block)).isTrue();
      assertThat(reader.position(2)).isEqualTo("event 3");
    }
  }

  @Test
  void grammarOfATornFile_isAnError() throws IOException {
    byte[] file = Traces.bytes(TestTrace.parse("T1|w(x)|", "T1|w(x)|"), TraceFormat.named("slp"));
    byte[] torn = Arrays.copyOf(file, file.length - 1);
    assertThatThrownBy(() -> GrammarReader.grammarOf(open(torn)))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("test.slp: byte ");
  }

  @Test
  void longTraceOfASmallGrammar_isReadWhole() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int blocks = 1 << 11;
    try (TraceWriter writer = TraceFormat.named("slp").writer(out, Names.IDS)) {
      EventBlock block = new EventBlock();
      while (!block.isFull()) {
        block.append(EventBlock.word(Op.WRITE, 1, 2), 3);
      }
      for (int i = 0; i < blocks; i++) {
        writer.write(block);
      }
    }
    assertThat(out.size()).isLessThan(250);
    long events = 0;
    try (TraceReader reader = open(out.toByteArray())) {
      EventBlock block = new EventBlock();
      for (; reader.read(block); block.clear()) {
        events += block.size();
      }
    }
    assertThat(events).isEqualTo((long) blocks * EventBlock.CAPACITY);
  }
}
