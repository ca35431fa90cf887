package io.racedet.trace.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.TraceAnalysis;
import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.grammar.GrammarReader;
import io.racedet.event.EventBlock;
import io.racedet.trace.TraceReader;
import io.racedet.trace.Traces;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatedTraceTest {
  private static final Workload WORKLOAD = new Workload(4, 5, 60, 1000, 20, 30, 0, 1);

  @Test
  void whatIsBetweenForksAndJoins_isDoneInEachRound() throws IOException {
    List<String> once = Traces.lines(new GeneratedTrace(WORKLOAD));
    int from = 0;
    int to = once.size();
    for (int i = 0; i < once.size(); i++) {
      from = once.get(i).contains("|fork(") ? i + 1 : from;
      to = once.get(i).contains("|join(") ? Math.min(to, i) : to;
    }
    List<String> expected = new ArrayList<>(once.subList(0, from));
    for (int round = 0; round < 50; round++) {
      expected.addAll(once.subList(from, to));
    }
    expected.addAll(once.subList(to, once.size()));
    assertThat(to - from).isGreaterThan(900);
    assertThat(Traces.lines(new RepeatedTrace(WORKLOAD, 50))).isEqualTo(expected);
  }

  /** Analyses strictly, so a trace that is not well formed causes an exception. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 300})
  void anyNumberOfRounds_isWellFormedAndFreeOfRaces(long rounds) throws IOException {
    TraceAnalysis analysis = TraceAnalysis.with("fasttrack").build();
    try (TraceReader trace = new RepeatedTrace(WORKLOAD, rounds)) {
      assertThat(analysis.run(trace).get(0).races()).isEmpty();
    }
  }

  @Test
  void traceOfOneThread_isRepeatedWhole() throws IOException {
    Workload alone = new Workload(1, 0, 10, 40, 0, 5, 0, 1);
    assertThat(Traces.lines(new RepeatedTrace(alone, 3))).hasSize(120);
  }

  @Test
  void traceWithoutEvents_isEmpty() throws IOException {
    Workload empty = new Workload(1, 0, 10, 0, 0, 5, 0, 1);
    assertThat(Traces.lines(new RepeatedTrace(empty, 3))).isEmpty();
  }

  @Test
  void events_areNumberedOverAllRounds() throws IOException {
    try (TraceReader trace = new RepeatedTrace(WORKLOAD, 9)) {
      assertThat(trace.source()).isEqualTo("generated trace");
      GeneratedTraceTest.assertPositions(trace, 5 + 3 + 9 * 989L + 3);
    }
  }

  @Test
  void closedTrace_hasNoMoreEvents() throws IOException {
    TraceReader trace = new RepeatedTrace(WORKLOAD, 1_000);
    EventBlock block = new EventBlock();
    assertThat(trace.read(block)).isTrue();
    trace.close();
    block.clear();
    assertThat(trace.read(block)).isFalse();
  }

  @Test
  void rounds_areAtMostWhatCanBeNumbered() {
    long most = EventBlock.MAX_INDEX / 1_000;
    assertThat(new RepeatedTrace(WORKLOAD, most)).isNotNull();
    assertThatThrownBy(() -> new RepeatedTrace(WORKLOAD, most + 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("rounds: 1099511628 (expected: 1..1099511627)");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MAX_VALUE})
  void rounds_outOfRange_areRefused(long rounds) {
    assertThatThrownBy(() -> new RepeatedTrace(WORKLOAD, rounds))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rounds: " + rounds);
  }

  @Test
  void grammar_growsWithTheLogarithmOfTheRounds() throws IOException {
    long few = GrammarReader.grammarOf(new RepeatedTrace(WORKLOAD, 100)).size();
    Grammar many = GrammarReader.grammarOf(new RepeatedTrace(WORKLOAD, 2000));
    assertThat(many.events()).isGreaterThan(1_900_000);
    assertThat(many.size() - few).isLessThan(30);
  }
}
