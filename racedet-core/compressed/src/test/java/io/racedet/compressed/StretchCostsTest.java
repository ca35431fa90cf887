package io.racedet.compressed;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What summaries of rules cost: four steps to find an event, a step of the stretch for each event
 * that it has, and a step to keep each word.
 */
class StretchCostsTest {
  private static final long[] WORDS = {
    EventBlock.word(Op.READ, 1, 0), EventBlock.word(Op.WRITE, 1, 1)
  };
  private static final boolean[] PASSED = {false, false};
  private static final long MUCH = 1 << 20;

  private static Grammar grammar(int[]... rules) {
    return Grammar.of(WORDS, new int[2], rules);
  }

  private static Allowance.Rates leastSteps(long least) {
    return new Allowance.Rates(1, MUCH, 0, least, MUCH, 0, MUCH, MUCH);
  }

  private static StretchWalk<List<Long>> walk(
      Grammar grammar, RecordedStretch inner, Allowance allowance) {
    return StretchWalk.of(grammar, PASSED, inner, allowance);
  }

  /** How many steps an allowance still has after a walk. */
  private static long left(Grammar grammar) {
    Allowance.Rates rates = new Allowance.Rates(1, 1000, MUCH, 0, 9, 0, MUCH, MUCH);
    Allowance allowance = new Allowance(grammar, rates);
    walk(grammar, new RecordedStretch(), allowance);
    return allowance.steps(MUCH);
  }

  @Test
  void stepsOfARule_andItsWords_areSpent() {
    assertThat(left(grammar(new int[] {~1, ~1}, new int[] {0, 1, 0})))
        .isEqualTo(6000 - 3 * 4 - 3 - 1);
    assertThat(left(grammar(new int[] {~1}, new int[] {~2, 1}, new int[] {0, 1})))
        .as("the first rule continues the second one")
        .isEqualTo(3000 - 3 * 4 - 3 - 2);
    assertThat(left(grammar(new int[] {~1}, new int[] {1, ~2}, new int[] {0, 1})))
        .as("events of a summary are not found one by one")
        .isEqualTo(3000 - 3 * 4 - 2 - 3 - 2);
  }

  @Test
  void ruleThatCostsAsMuchAsIsAllowed_hasASummary() {
    Grammar grammar = grammar(new int[] {~1, ~1}, new int[] {0, 1, 0});
    for (long least : new long[] {14, 15}) {
      Allowance allowance = new Allowance(grammar, leastSteps(least));
      List<Long> summary = walk(grammar, new RecordedStretch(), allowance).summary(1);
      assertThat(summary != null).isEqualTo(least == 15);
    }
  }

  /** An append takes a hundred steps. */
  @Test
  void summaryThatCostsTooMuchToAppend_isNoticedAtTheEndOfARule() {
    Grammar grammar = grammar(new int[] {~1}, new int[] {1, ~2}, new int[] {0, 1});
    RecordedStretch inner =
        new RecordedStretch() {
          @Override
          public long steps() {
            return super.steps() + (events.size() > 2 ? 100 : 0);
          }
        };
    Allowance allowance = new Allowance(grammar, leastSteps(100));
    StretchWalk<List<Long>> walk = walk(grammar, inner, allowance);
    assertThat(walk.summary(1)).isNull();
    assertThat(walk.summary(2)).isNotNull();
  }

  /** No more than 60 words, of which 48 are for the objects of a summary. */
  @Test
  void summaryThatIsGranted_isKept_evenIfEventsAreFewer() {
    Grammar grammar = grammar(new int[] {~1, ~1}, new int[] {0, 1});
    Allowance.Rates rates = new Allowance.Rates(1, MUCH, MUCH, MUCH, 0, 0, 0, 60);
    Allowance allowance = new Allowance(grammar, rates);
    assertThat(allowance.isShort(2, 1)).isFalse();
    assertThat(walk(grammar, new RecordedStretch(), allowance).summary(1))
        .containsExactly(WORDS[0], WORDS[1]);
  }

  /** Each rule ends with the next one, whose events are appended by its summary. */
  @Test
  void shortSummaryThatIsNotGranted_isForTheNextRuleOnly() {
    assertThat(addedWithoutSummaries(9)).isEqualTo(2 + 18);
  }

  @Test
  void longSummaryThatIsNotGranted_isNotForTheNextRuleEither() {
    assertThat(addedWithoutSummaries(0)).as("2, 3, ... 20").isEqualTo(209);
  }

  /** How many events are visited if no summary is kept that may have so many words an event. */
  private static long addedWithoutSummaries(long words) {
    int[][] rules = new int[20][];
    for (int rule = 0; rule < 19; rule++) {
      rules[rule] = new int[] {rule % 2, ~(rule + 1)};
    }
    rules[19] = new int[] {0, 1};
    Grammar grammar = grammar(rules);
    Allowance.Rates rates = new Allowance.Rates(1, MUCH, MUCH, MUCH, words, MUCH, 0, 60);
    RecordedStretch inner = new RecordedStretch();
    StretchWalk<List<Long>> walk = walk(grammar, inner, new Allowance(grammar, rates));
    for (int rule = 0; rule < 20; rule++) {
      assertThat(walk.summary(rule)).isNull();
    }
    return inner.added;
  }
}
