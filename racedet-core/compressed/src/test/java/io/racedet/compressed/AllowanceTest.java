package io.racedet.compressed;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.stretch.Stretch;
import org.junit.jupiter.api.Test;

/** What summaries may cost, computed by hand for a grammar of 20 events and size 14. */
class AllowanceTest {
  private static final int[] START = {~1, ~1, ~1, ~1, ~1, ~1, ~1, ~1, ~1, ~1};
  private static final Grammar GRAMMAR =
      Grammar.of(new long[2], new int[2], START, new int[] {0, 1});

  /**
   * 40 steps in all, 10 and 3 an event for a rule; 184 words in all, 2 for each event of a rule.
   */
  private static final Allowance.Rates RATES = new Allowance.Rates(4, 2, 3, 10, 2, 5, 6, 100);

  private final Allowance allowance = new Allowance(GRAMMAR, RATES);

  @Test
  void steps_areThoseOfARule_untilTheyAreSpent() {
    assertThat(allowance.steps(5)).isEqualTo(25);
    assertThat(allowance.steps(10)).isEqualTo(40);
    assertThat(allowance.steps(11)).as("more than are left").isEqualTo(40);
    allowance.spend(30);
    assertThat(allowance.steps(5)).isEqualTo(10);
    allowance.spend(9);
    assertThat(allowance.admits(5)).isTrue();
    allowance.spend(1);
    assertThat(allowance.steps(5)).isZero();
    assertThat(allowance.admits(5)).isFalse();
  }

  @Test
  void rulesOfFewEvents_haveNoSummary() {
    assertThat(allowance.admits(4)).isFalse();
    assertThat(allowance.admits(5)).isTrue();
  }

  @Test
  void summaries_areShortIfAppendedFasterThanTheirEvents() {
    assertThat(allowance.isShort(5, 10)).isTrue();
    assertThat(allowance.isShort(5, 11)).isFalse();
  }

  @Test
  void summaries_areKeptAsLongAsThereIsSpace() {
    assertThat(allowance.grants(21, 44)).as("not short").isFalse();
    assertThat(allowance.granted()).isZero();
    assertThat(allowance.grants(22, 44)).as("half of the space, with 48 for objects").isTrue();
    assertThat(allowance.granted()).isEqualTo(92);
    assertThat(allowance.grants(19, 4)).as("not five times as many events").isFalse();
    assertThat(allowance.grants(10_000, 45)).as("a word too many").isFalse();
    assertThat(allowance.grants(219, 44)).isFalse();
    assertThat(allowance.grants(220, 44)).isTrue();
    assertThat(allowance.granted()).isEqualTo(184);
    assertThat(allowance.admits(100)).as("without space").isFalse();
    assertThat(allowance.grants(10_000, 0)).isFalse();
  }

  @Test
  void rules_areAdmittedAsLongAsThereIsSpaceForASummary() {
    assertThat(allowance.grants(435, 87)).isTrue();
    assertThat(allowance.granted()).isEqualTo(135);
    assertThat(allowance.admits(5)).isTrue();
    Allowance full = new Allowance(GRAMMAR, RATES);
    assertThat(full.grants(440, 88)).isTrue();
    assertThat(full.admits(5)).as("all but 48 words").isFalse();
  }

  @Test
  void looksForRaces_areTwoWordsForEachEvent() {
    assertThat(allowance.isLeftForRaces()).isTrue();
    allowance.spendOnRaces(39);
    assertThat(allowance.isLeftForRaces()).isTrue();
    allowance.spendOnRaces(1);
    assertThat(allowance.isLeftForRaces()).isFalse();
  }

  @Test
  void stretch_isContinuedUpToTheWholeSpace() {
    assertThat(allowance.isWithin(ofSpace(184))).isTrue();
    assertThat(allowance.isWithin(ofSpace(185))).isFalse();
  }

  private static Stretch<?> ofSpace(long words) {
    return new RecordedStretch() {
      @Override
      public long space() {
        return words;
      }
    };
  }
}
