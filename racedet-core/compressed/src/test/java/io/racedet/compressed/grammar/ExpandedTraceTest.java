package io.racedet.compressed.grammar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.trace.TraceLimitException;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExpandedTraceTest {
  private static final long A = EventBlock.word(Op.READ, 0, 0);
  private static final long B = EventBlock.word(Op.WRITE, 1, 2);
  private static final long C = EventBlock.word(Op.END, 1, 0);
  private static final long[] WORDS = {A, B, C};
  private static final int[] LOCATIONS = {7, 8, -1};
  private static final int TIMES = EventBlock.CAPACITY / 3 + 1; // a block ends after ab of abc

  private final EventBlock block = new EventBlock();

  /** The trace is abcabcab. */
  private static Grammar example() {
    return Grammar.of(
        WORDS, LOCATIONS, new int[] {~1, ~1, ~2}, new int[] {~2, 2}, new int[] {0, 1});
  }

  private static ExpandedTrace trace(Grammar grammar, long mostEvents) {
    return new ExpandedTrace(grammar, Names.IDS, "memory", mostEvents);
  }

  private long[] words() {
    return Arrays.copyOf(block.words(), block.size());
  }

  @Test
  void events_areThoseThatTheGrammarDerives() throws TraceLimitException {
    ExpandedTrace trace = trace(example(), EventBlock.MAX_INDEX);

    assertThat(trace.read(block)).isTrue();
    assertThat(words()).containsExactly(A, B, C, A, B, C, A, B);
    assertThat(Arrays.copyOf(block.locations(), 8)).containsExactly(7, 8, -1, 7, 8, -1, 7, 8);
    block.clear();
    assertThat(trace.read(block)).isFalse();
    assertThat(block.size()).isZero();
  }

  @Test
  void ruleInTheMiddleOfABlock_isContinuedInTheNext() throws TraceLimitException {
    int[] start = IntStream.range(0, TIMES).map(i -> ~1).toArray();
    Grammar grammar = Grammar.of(WORDS, LOCATIONS, start, new int[] {0, 1, 2});
    ExpandedTrace trace = trace(grammar, EventBlock.MAX_INDEX);

    assertThat(trace.read(block)).isTrue();
    long[] expected =
        IntStream.range(0, EventBlock.CAPACITY).mapToLong(i -> WORDS[i % 3]).toArray();
    assertThat(words()).isEqualTo(expected);
    assertThat(trace.position(0)).isEqualTo("event 1");
    assertThat(trace.position(4095)).isEqualTo("event 4096");
    block.clear();
    assertThat(trace.read(block)).isTrue();
    assertThat(words()).containsExactly(B, C);
    assertThat(trace.position(0)).isEqualTo("event 4097");
    assertThat(trace.position(1)).isEqualTo("event 4098");
    block.clear();
    assertThat(trace.read(block)).isFalse();
  }

  @Test
  void traceOfTheMostEvents_isRead_andNoLongerOne() throws TraceLimitException {
    assertThat(trace(example(), 8).read(block)).isTrue();
    block.clear();

    assertThatThrownBy(() -> trace(example(), 7).read(block))
        .isInstanceOf(TraceLimitException.class)
        .hasMessageStartingWith("memory: the grammar: 8 events (expected: at most 7");
    assertThat(block.size()).isZero();
  }

  @Test
  void closedTrace_hasNoMoreEvents() throws TraceLimitException {
    ExpandedTrace trace = trace(example(), EventBlock.MAX_INDEX);
    trace.close();

    assertThat(trace.read(block)).isFalse();
    assertThat(block.size()).isZero();
  }

  @Test
  void whatItIsMadeOf_isReturned() {
    Grammar grammar = example();
    ExpandedTrace trace = trace(grammar, 100);

    assertThat(trace.grammar()).isSameAs(grammar);
    assertThat(trace.names()).isSameAs(Names.IDS);
    assertThat(trace.source()).isEqualTo("memory");
    assertThat(trace.mostEvents()).isEqualTo(100);
    assertThat(trace.statedEvents()).isEqualTo(8);
  }
}
