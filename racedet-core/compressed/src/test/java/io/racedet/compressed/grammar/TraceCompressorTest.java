package io.racedet.compressed.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.trace.GrammarRules;
import io.racedet.trace.TraceReader;
import io.racedet.trace.generated.GeneratedTrace;
import io.racedet.trace.generated.Workload;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Expansion restores what was compressed. */
class TraceCompressorTest {
  private static final int TRACES = 10_000;
  private static final List<Shape> SHAPES =
      List.of(Shape.everything(), Shape.plain(), Shape.lockHeavy().withThreads(2).withVariables(1));

  @Test
  void litmusTraces_areDerivedAgain() {
    assertThat(Litmus.all().peek(litmus -> assertDerivedAgain(litmus.trace())).count())
        .isGreaterThan(100);
  }

  @Test
  void randomTraces_areDerivedAgain(TestReporter reporter) {
    long seed = System.nanoTime();
    reporter.publishEntry("seed", String.valueOf(seed));
    SplittableRandom seeds = new SplittableRandom(seed);
    for (int i = 0; i < TRACES; i++) {
      assertDerivedAgain(RandomTraces.of(SHAPES.get(i % SHAPES.size()), seeds.nextLong()));
    }
  }

  private static void assertDerivedAgain(TestTrace trace) {
    TraceCompressor with = new TraceCompressor(true);
    TraceCompressor without = new TraceCompressor(false);
    for (TraceEvent e : trace.events()) {
      long word = EventBlock.word(e.op(), e.thread(), e.operand());
      with.append(word, e.location());
      without.append(word, e.location());
    }
    Grammar grammar = with.grammar();
    GrammarRules.assertInvariants(grammar, trace.toString());
    assertThat(grammar.events()).isEqualTo(trace.size());
    Grammar bare = without.grammar();
    assertThat(bare.terminals()).isLessThanOrEqualTo(grammar.terminals());
    int[] terminals = GrammarRules.expand(grammar);
    int[] bareTerminals = GrammarRules.expand(bare);
    for (int i = 0; i < trace.size(); i++) {
      TraceEvent e = trace.events().get(i);
      long word = EventBlock.word(e.op(), e.thread(), e.operand());
      assertThat(grammar.word(terminals[i])).as("%d of %s", i, trace).isEqualTo(word);
      assertThat(grammar.location(terminals[i])).isEqualTo(e.location());
      assertThat(bare.word(bareTerminals[i])).isEqualTo(word);
      assertThat(bare.location(bareTerminals[i])).isEqualTo(EventSink.NO_LOCATION);
    }
  }

  @Test
  void grammar_isACopyThatLaterEventsDoNotChange() {
    TraceCompressor compressor = new TraceCompressor(true);
    EventBlock block = new EventBlock();
    block.append(1, 2);
    block.append(3, 4);
    compressor.append(block);
    Grammar before = compressor.grammar();
    assertThat(before.terminals()).as("nothing after the end of the block").isEqualTo(2);
    assertThat(compressor.size()).isEqualTo(2);
    compressor.append(block);
    assertThat(compressor.size()).isEqualTo(4);
    assertThat(GrammarRules.text(before)).isEqualTo("0=ab");
    assertThat(GrammarRules.text(compressor.grammar())).isEqualTo("0=(1)(1) 1=ab");
  }

  /** Ten times the events take ten times as long, apart from more cache misses. */
  @Test
  @Tag("soak")
  void tenMillionEvents_areDerivedAgainInLinearTimeAndSpace(TestReporter reporter)
      throws IOException {
    compress(workload(1_000_000)); // warm-up
    long[] nanos = new long[3];
    long[] bytes = new long[3];
    long[] sizes = new long[3];
    for (int i = 0, events = 100_000; i < 3; i++, events *= 10) {
      long start = System.nanoTime();
      long before = used();
      TraceCompressor compressor = compress(workload(events));
      nanos[i] = System.nanoTime() - start;
      bytes[i] = used() - before;
      Grammar grammar = compressor.grammar();
      sizes[i] = grammar.size();
      reporter.publishEntry(events + " events", nanos[i] / 1_000_000 + " ms, " + bytes[i] + " B");
      assertDerives(grammar, new GeneratedTrace(workload(events)));
    }
    assertThat(nanos[2] / nanos[1]).isLessThan(40);
    for (int i = 0; i < 3; i++) {
      assertThat(bytes[i]).as("bytes at %d", i).isLessThan(100 * sizes[i] + (1 << 20));
    }
  }

  private static Workload workload(int events) {
    return new Workload(8, 100, 10_000, events, 10, 200, 100, 5);
  }

  private static TraceCompressor compress(Workload workload) throws IOException {
    TraceCompressor compressor = new TraceCompressor(true);
    try (TraceReader trace = new GeneratedTrace(workload)) {
      EventBlock block = new EventBlock();
      for (; trace.read(block); block.clear()) {
        compressor.append(block);
      }
    }
    return compressor;
  }

  private static void assertDerives(Grammar grammar, TraceReader trace) throws IOException {
    int[] terminals = GrammarRules.expand(grammar);
    EventBlock block = new EventBlock();
    int at = 0;
    for (; trace.read(block); block.clear()) {
      for (int i = 0; i < block.size(); i++, at++) {
        if (grammar.word(terminals[at]) != block.words()[i]
            || grammar.location(terminals[at]) != block.locations()[i]) {
          throw new AssertionError("event " + at + " is another");
        }
      }
    }
    assertThat(at).isEqualTo(terminals.length);
  }

  private static long used() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
