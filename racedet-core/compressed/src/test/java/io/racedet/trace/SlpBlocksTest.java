package io.racedet.trace;

import static io.racedet.trace.WrittenOutFile.NO_NAMES;
import static io.racedet.trace.WrittenOutFile.payload;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.compressed.grammar.Sequitur;
import io.racedet.compressed.slp.SlpWriter;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.oracle.TestTrace;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the writer of {@code slp} writes, as {@link WrittenBlocksTest}. */
class SlpBlocksTest extends WrittenBlocksTest {
  @Test
  void slp_isWrittenAsTheFormatSays() throws IOException {
    TestTrace trace = TestTrace.parse("T1|w(x)|A", "T2|end|", "T1|w(x)|A", "T2|end|", "T1|w(x)|A");
    Object[] names = {2, "T1", "T2", 1, "x", 0, 0, 0, 0, 1, "A"};
    byte[] file =
        new WrittenOutFile('S')
            .block(1, 3, names, 2, 0, 2, 0, 1, 1, 10, 0, 3, 1, 3, 0, 2, 2, 1)
            .trailer(5)
            .toBytes();
    assertThat(Traces.bytes(trace, TraceFormat.named("slp"))).isEqualTo(file);
  }

  @Test
  void newGrammar_isBegunByAFlush_ifThereIsSomethingNew() throws IOException {
    writeWithIdleFlushes(TraceFormat.named("slp"));
    Object[] names = {1, "thread 0", 0, 0, 0, 0, 0, 0};
    assertThat(out.toByteArray())
        .isEqualTo(
            new WrittenOutFile('S')
                .block(1, 1, names, 1, 0, 9, 0, 0, 1)
                .block(3, 1, NO_NAMES, 0, 0, 1)
                .trailer(2)
                .toBytes());
  }

  /** New terminals, of which no rule can be made, are in the first blocks, and their symbols. */
  @Test
  void slpBlock_endsAtItsMostTerminalsOrSymbols() throws IOException {
    try (TraceWriter writer = TraceFormat.named("slp").writer(out, Names.IDS)) {
      for (int i = 0; i < 2 * MAX_COUNTED + 1; i++) {
        write(writer, Op.READ, i, EventSink.NO_LOCATION);
      }
      flush(writer);
    }
    byte[] file = out.toByteArray();
    assertThat(headers(file)).containsExactly("1 0", "1 0", "1 16384", "1 16384", "1 1");
    byte[] third = HostileFiles.blocks(file).get(3);
    byte[] begin = payload(0, 1, "variable 32768", 0, 0, 0, 0, 0, 1, 0, 1, 32768, 0, 0, 1, 3);
    assertThat(third).containsSubsequence(begin);
    new FileReading(TraceFormat.named("slp"), file).assertWhole();
    assertThat(new FileReading(TraceFormat.named("slp"), file).lines())
        .hasSize(2 * MAX_COUNTED + 1);
  }

  /** Each of 9,000 pairs is a rule, with its end three numbers; they are used twice. */
  @Test
  void slpBlock_endsAtItsMostNumbersOfRules() throws IOException {
    int pairs = 9_000;
    try (TraceWriter writer = TraceFormat.named("slp").writer(out, Names.IDS)) {
      for (int round = 0; round < 2; round++) {
        for (int i = 0; i < pairs; i++) {
          write(writer, Op.READ, round == 0 ? i : pairs - 1 - i, EventSink.NO_LOCATION);
          write(writer, Op.WRITE, round == 0 ? i : pairs - 1 - i, EventSink.NO_LOCATION);
        }
      }
      flush(writer);
    }
    byte[] file = out.toByteArray();
    new FileReading(TraceFormat.named("slp"), file).assertWhole();
    assertThat(new FileReading(TraceFormat.named("slp"), file).lines()).hasSize(4 * pairs);
    // Terminals, then those left with 5,461 rules and a number, and the rest.
    assertThat(headers(file)).containsExactly("1 0", "1 5461", "1 12539");
  }

  @Test
  void slpBlocks_thatAreFull_areFollowedByNoEmptyOne() throws IOException {
    try (TraceWriter writer = TraceFormat.named("slp").writer(out, Names.IDS)) {
      for (int i = 0; i < MAX_COUNTED; i++) {
        write(writer, Op.READ, i, EventSink.NO_LOCATION);
      }
      flush(writer);
    }
    assertThat(headers(out.toByteArray())).containsExactly("1 0", "1 16384");
  }

  /** Three symbols, one rule of two symbols and its end, and no terminal. */
  @Test
  void grammarWithoutNewTerminals_isWritten() throws IOException {
    try (TraceWriter writer = TraceFormat.named("slp").writer(out, Names.IDS)) {
      for (int operand : new int[] {0, 1, 0, 1, 0, 0, 1}) {
        write(writer, Op.READ, operand, EventSink.NO_LOCATION);
        if (operand == 1 && out.size() < 13) {
          flush(writer);
          writer.flush();
        }
      }
      flush(writer);
    }
    assertThat(headers(out.toByteArray())).containsExactly("1 2", "3 3");
    assertThat(new FileReading(TraceFormat.named("slp"), out.toByteArray()).lines()).hasSize(7);
  }

  @Test
  void grammar_isEndedWhenItIsLarge() throws IOException {
    Sequitur sequitur = new Sequitur();
    int[] terminals = IntStream.range(0, 10).toArray();
    sequitur.append(terminals, terminals.length);
    for (int more = 0; more < 2; more++) {
      out.reset();
      try (TraceWriter writer = new SlpWriter(out, Names.IDS, (int) sequitur.size() + more)) {
        for (int round = 0; round < 2; round++) {
          for (int operand : terminals) {
            write(writer, Op.READ, operand, EventSink.NO_LOCATION);
          }
          flush(writer);
        }
      }
      List<String> headers = headers(out.toByteArray());
      assertThat(headers).isEqualTo(more == 0 ? List.of("1 10", "3 10") : List.of("1 2"));
    }
  }
}
