package io.racedet.compressed;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.compressed.grammar.AllocatedVariables;
import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.stretch.Beginning;
import io.racedet.compressed.stretch.Stretch;
import io.racedet.engine.RandomRuns;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import io.racedet.race.RaceSink;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Races computed from summaries of random grammars, compared with the definition.
 *
 * @param <S> the summaries
 */
abstract class GrammarContract<S> {
  /** A race as reported; ordered are those that happens-before orders. */
  record Found(int variable, long first, long second, boolean ordered) {}

  abstract Stretch<S> inner(AllocatedVariables allocated);

  abstract Beginning<S> first(RaceSink races, AllocatedVariables allocated);

  /** The first race of each variable. */
  abstract List<Found> expected(TestTrace trace, RawTrace raw);

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
  private boolean check(TestTrace trace, SplittableRandom random) {
    RawTrace raw = new RawTrace(trace);
    Grammar grammar = WakeOrder.resolve(raw.grammar(random));
    if (grammar == null) {
      return false; // an event-by-event engine takes it
    }
    List<Found> found = new ArrayList<>();
    StretchWalk<S> walk =
        StretchWalk.bySummaries(
            grammar, inner(raw.allocated()), new Allowance(grammar, Allowance.Rates.UNBOUNDED));
    walk.feed(
        first(
            (variable, kind, ordered, first, firstDetail, second, secondDetail) ->
                found.add(new Found(variable, first, second, ordered)),
            raw.allocated()));
    assertThat(found).containsExactlyInAnyOrderElementsOf(expected(trace, raw));
    return true;
  }
}
