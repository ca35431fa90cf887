package io.racedet.compressed;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.stretch.LocksetBeginning;
import io.racedet.compressed.stretch.LocksetStretch;
import io.racedet.compressed.stretch.LocksetSummary;
import io.racedet.engine.RandomRuns;
import io.racedet.oracle.HappensBefore;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.LocksetDiscipline;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Violations of the lockset discipline computed from summaries of random grammars. */
class LocksetGrammarTest {
  private record Found(int variable, long first, long second, boolean ordered) {}

  static Stream<LitmusCase> litmus() {
    return Litmus.all();
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void litmus_violations_areThoseOfTheDefinition(LitmusCase litmus) {
    SplittableRandom random = new SplittableRandom(42);
    for (int i = 0; i < 10; i++) {
      check(litmus.trace(), random);
    }
  }

  @Test
  void randomTraces_violations_areThoseOfTheDefinition() {
    SplittableRandom random = new SplittableRandom(42);
    int[] grammars = {0, 0}; // refused, and taken by their rules
    RandomRuns.checkSome(trace -> grammars[check(trace, random) ? 1 : 0]++);
    assertThat(grammars[0]).as("refused").isBetween(TraceRuns.SOME / 100, TraceRuns.SOME / 5);
    assertThat(grammars[1]).as("taken").isEqualTo(TraceRuns.SOME - grammars[0]);
  }

  @Test
  @Tag("soak")
  void manyRandomTraces_violations_areThoseOfTheDefinition(TestReporter reporter) {
    SplittableRandom random = new SplittableRandom(42);
    RandomRuns.checkMany(reporter, trace -> check(trace, random));
  }

  /** Returns whether the trace is analysed by its rules. */
  private static boolean check(TestTrace trace, SplittableRandom random) {
    RawTrace raw = new RawTrace(trace);
    Grammar grammar = WakeOrder.resolve(raw.grammar(random));
    if (grammar == null) {
      return false; // the event-by-event engine takes it
    }
    List<Found> found = new ArrayList<>();
    StretchWalk<LocksetSummary> walk =
        StretchWalk.bySummaries(
            grammar,
            new LocksetStretch(raw.allocated()),
            new Allowance(grammar, Allowance.Rates.UNBOUNDED));
    walk.feed(
        new LocksetBeginning(
            (variable, kind, ordered, first, firstDetail, second, secondDetail) ->
                found.add(new Found(variable, first, second, ordered)),
            raw.allocated()));
    assertThat(found).containsExactlyInAnyOrderElementsOf(expected(trace, raw));
    return true;
  }

  private static List<Found> expected(TestTrace trace, RawTrace raw) {
    LocksetDiscipline discipline = new LocksetDiscipline(trace);
    HappensBefore order = new HappensBefore(trace);
    List<Found> expected = new ArrayList<>();
    discipline
        .violations()
        .forEach(
            (variable, second) -> {
              int first = discipline.partner(second);
              boolean ordered = first == 0 || !order.order().unordered(first, second);
              expected.add(new Found(raw.variable(variable), first, second, ordered));
            });
    return expected;
  }
}
