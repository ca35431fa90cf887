package io.racedet.compressed;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.stretch.HbBeginning;
import io.racedet.compressed.stretch.HbStretch;
import io.racedet.compressed.stretch.HbSummary;
import io.racedet.engine.RandomRuns;
import io.racedet.oracle.HappensBefore;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.Pair;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Happens-before races computed from summaries of random grammars, compared with the definition.
 */
class HbGrammarTest {
  private record Found(int variable, Pair pair) {}

  static Stream<LitmusCase> litmus() {
    return Litmus.all();
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void litmus_firstRaceOfEachVariable_isThatOfTheDefinition(LitmusCase litmus) {
    SplittableRandom random = new SplittableRandom(42);
    for (int i = 0; i < 10; i++) {
      check(litmus.trace(), random);
    }
  }

  @Test
  void randomTraces_firstRaceOfEachVariable_isThatOfTheDefinition() {
    SplittableRandom random = new SplittableRandom(42);
    int[] grammars = {0, 0}; // refused, and taken by their rules
    RandomRuns.checkSome(trace -> grammars[check(trace, random) ? 1 : 0]++);
    assertThat(grammars[0]).as("refused").isBetween(TraceRuns.SOME / 100, TraceRuns.SOME / 5);
    assertThat(grammars[1]).as("taken").isEqualTo(TraceRuns.SOME - grammars[0]);
  }

  @Test
  @Tag("soak")
  void manyRandomTraces_firstRaceOfEachVariable_isThatOfTheDefinition(TestReporter reporter) {
    SplittableRandom random = new SplittableRandom(42);
    RandomRuns.checkMany(reporter, trace -> check(trace, random));
  }

  /** Returns whether the trace is analysed by its rules. */
  private static boolean check(TestTrace trace, SplittableRandom random) {
    RawTrace raw = new RawTrace(trace);
    Grammar grammar = WakeOrder.resolve(raw.grammar(random));
    if (grammar == null) {
      return false; // the event-by-event engines take it
    }
    List<Found> found = new ArrayList<>();
    StretchWalk<HbSummary> walk =
        StretchWalk.bySummaries(
            grammar,
            new HbStretch(raw.allocated()),
            new Allowance(grammar, Allowance.Rates.UNBOUNDED));
    walk.feed(
        new HbBeginning(
            (variable, kind, ordered, first, firstDetail, second, secondDetail) ->
                found.add(new Found(variable, new Pair((int) first, (int) second))),
            raw.allocated()));
    assertThat(found).containsExactlyInAnyOrderElementsOf(expected(trace, raw));
    return true;
  }

  /** For each variable the first access that races, with the last one that it races with. */
  private static List<Found> expected(TestTrace trace, RawTrace raw) {
    Map<Integer, Pair> first = new TreeMap<>();
    for (Pair pair : new HappensBefore(trace).races()) {
      first.merge(
          trace.event(pair.second()).operand(),
          pair,
          (a, b) ->
              a.second() < b.second() || a.second() == b.second() && a.first() > b.first() ? a : b);
    }
    List<Found> expected = new ArrayList<>();
    first.forEach((variable, pair) -> expected.add(new Found(raw.variable(variable), pair)));
    return expected;
  }
}
