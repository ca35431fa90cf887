package io.racedet.compressed;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.catalogue.Engines;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import io.racedet.oracle.TestTrace;
import io.racedet.race.ReachedLimit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Notifies outside of the lock, in grammars: only the one that caused a wake is ordered. */
class WakeGrammarTest {
  private static final int CUTS = 200; // random grammars of a trace
  private static final CompressedEngine SLP_HB = (CompressedEngine) Engines.named("slp-hb");

  /* The races follow from the definition: a wake is caused by the last notify between its thread's
   * last release and acquire of one lock. */
  @ParameterizedTest
  @CsvSource({
    "'T1|acq(m) T1|rel(m) T2|w(x) T2|notify(m) T1|acq(m) T1|wake(m) T1|r(x)', ''",
    "'T2|w(x) T2|notify(m) T1|acq(m) T1|rel(m) T1|acq(m) T1|wake(m) T1|r(x)', 1 7",
    "'T1|acq(m) T1|rel(m) T2|w(x) T2|notify(m) T3|notify(m) T1|acq(m) T1|wake(m) T1|r(x)', 3 8",
    "'T1|acq(m) T1|rel(m) T2|w(x) T2|notify(m) T1|acq(m) T1|rel(m) T1|acq(m) T1|wake(m) T1|r(x)',"
        + " 3 9",
    "'T1|acq(m) T1|rel(m) T2|w(x) T2|notify(m) T1|acq(n) T1|acq(m) T1|wake(m) T1|r(x)', ''",
    "'T1|acq(m) T1|rel(m) T2|w(x) T2|notify(m) T1|acq(n) T1|rel(n) T1|acq(m) T1|wake(m) T1|r(x)',"
        + " 3 9",
    "'T1|acq(m) T1|rel(m) T2|w(x) T2|notify(m) T1|acq(m) T1|wake(m)"
        + " T3|acq(n) T3|rel(n) T4|notify(n) T3|acq(n) T3|wake(n) T3|r(x)', 3 12",
    "'T1|acq(m) T3|acq(n) T1|rel(m) T3|rel(n) T2|w(x) T2|notify(m) T4|w(y) T4|notify(n)"
        + " T1|acq(m) T3|acq(n) T1|wake(m) T3|wake(n) T1|r(x) T3|r(x)', 5 14",
    "'T1|acq(m) T3|acq(n) T1|rel(m) T3|rel(n) T2|w(x) T2|notify(m) T3|acq(n) T1|acq(m)"
        + " T1|wake(m) T3|wake(n) T1|r(x)', ''",
  })
  void wake_isOrderedAfterItsCauseOnly_howeverTheTraceIsCut(String events, String race) {
    TestTrace trace = TestTrace.parse(events.replace(' ', '\n'));
    SplittableRandom random = new SplittableRandom(42);
    for (int i = 0; i < CUTS; i++) {
      RawTrace raw = new RawTrace(trace);
      Grammar grammar = raw.grammar(random);
      Grammar rules = WakeGrammar.of(grammar, woken(grammar), unbounded(grammar));
      List<String> races = new ArrayList<>();
      SLP_HB.analyse(
          rules,
          raw.allocated(),
          new EngineSetup(
              new LockContexts(),
              (variable, kind, ordered, first, firstDetail, second, secondDetail) ->
                  races.add(first + " " + second)),
          unbounded(rules));
      assertThat(String.join(",", races)).isEqualTo(race);
    }
  }

  /* An engine does not see the inner acquire, so that the wait ends before the second notify. */
  @Test
  void reenteredLockOfAWait_isNotDecided_howeverTheTraceIsCut() {
    String events =
        "T1|acq(m) T1|rel(m) T2|notify(m) T1|acq(m) T3|notify(m) T1|acq(m) T1|rel(m) T1|wake(m)";
    RawTrace raw = new RawTrace(TestTrace.parse(events.replace(' ', '\n')));
    SplittableRandom random = new SplittableRandom(42);
    for (int i = 0; i < CUTS; i++) {
      Grammar grammar = raw.grammar(random);
      assertThat(WakeGrammar.of(grammar, woken(grammar), unbounded(grammar))).isNull();
    }
  }

  /** Events that are 2^k times the same one, after a notify that caused no wake. */
  @Test
  void trillionEventsAfterANotifyWithoutTheLock_areNotExpanded() {
    TestTrace trace = TestTrace.parse("T1|w(x)\nT1|notify(l)\nT2|wake(l)\nT2|r(x)\nT3|w(y)\n");
    int doublings = 39;
    int[][] rules = new int[1 + doublings][];
    rules[0] = new int[] {0, 1, 2, 3, ~1};
    for (int rule = 1; rule < doublings; rule++) {
      rules[rule] = new int[] {~(rule + 1), ~(rule + 1)};
    }
    rules[doublings] = new int[] {4, 4};
    Grammar grammar = grammar(trace, rules);
    assertThat(grammar.events()).isEqualTo(4 + (1L << doublings));
    for (String engine : List.of("slp-hb", "slp-lockset")) {
      CompressedEngine compressed = (CompressedEngine) Engines.named(engine);
      Grammar resolved = compressed.rules(grammar);
      assertThat(resolved.size()).isLessThan(2 * grammar.size());
      List<String> races = new ArrayList<>();
      compressed.analyse(
          resolved,
          object -> new int[0],
          new EngineSetup(
              new LockContexts(),
              (variable, kind, ordered, first, firstDetail, second, secondDetail) ->
                  races.add(first + " " + second + " " + ordered)));
      assertThat(races).as(engine).containsExactly("1 4 false");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1024})
  void wakesInEveryRound_areLeftToTheEventByEventEngine_whichIsSaid(int eventsOfRound) {
    TestTrace trace = TestTrace.parse("T1|w(x)\nT1|notify(l)\nT2|wake(l)\nT2|r(y)\nT3|w(z)\n");
    int[][] rules = new int[30][];
    rules[0] = new int[] {~1, 0};
    for (int rule = 1; rule < rules.length - 2; rule++) {
      rules[rule] = new int[] {~(rule + 1), ~(rule + 1)};
    }
    rules[rules.length - 2] = new int[] {0, 1, 2, 3, ~(rules.length - 1)};
    rules[rules.length - 1] = new int[eventsOfRound];
    Arrays.fill(rules[rules.length - 1], 4);
    Grammar grammar = grammar(trace, rules);
    assertThat(SLP_HB.rules(grammar)).isNull();
    String effect = " events of the grammar were analysed: too many wakes and notifies without";
    for (int workers : new int[] {0, 1}) {
      EngineSetup setup = new EngineSetup(new LockContexts(), FoundRaces.all());
      assertThat(SLP_HB.create(setup, workers, grammar).limits())
          .containsExactly(
              new ReachedLimit("RULES", "all " + grammar.events() + effect + " their lock", ""));
    }
  }

  @Test
  void grammarOfFewEventsASymbol_isExpandedWithoutALimit() {
    TestTrace trace = TestTrace.parse("T1|w(x)\nT2|w(x)\n");
    Grammar grammar = grammar(trace, new int[][] {{0, 1}});
    assertThat(SLP_HB.rules(grammar)).isNull();
    EngineSetup setup = new EngineSetup(new LockContexts(), FoundRaces.all());
    assertThat(SLP_HB.create(setup, 0, grammar).limits()).isEmpty();
  }

  private static Grammar grammar(TestTrace trace, int[][] rules) {
    long[] words =
        trace.events().stream()
            .mapToLong(e -> EventBlock.word(e.op(), e.thread(), e.operand()))
            .toArray();
    return Grammar.of(words, new int[words.length], rules);
  }

  private static Allowance unbounded(Grammar grammar) {
    return new Allowance(grammar, Allowance.Rates.UNBOUNDED);
  }

  private static BitSet woken(Grammar grammar) {
    BitSet woken = new BitSet();
    for (int terminal = 0; terminal < grammar.terminals(); terminal++) {
      if (EventBlock.op(grammar.word(terminal)) == Op.WAKE) {
        woken.set(EventBlock.operand(grammar.word(terminal)));
      }
    }
    return woken;
  }
}
