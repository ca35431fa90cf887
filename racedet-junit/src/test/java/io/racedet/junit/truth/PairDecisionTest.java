package io.racedet.junit.truth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** An order that the model lacks is no chance if it withstands that a step is held back. */
class PairDecisionTest {
  private static final int LEAST = 8;
  private final Pair pair = new Pair();

  private void addAlarms(int count, Pair.Hold hold) {
    for (int i = 0; i < count; i++) {
      pair.add(-1, 0, hold);
    }
  }

  @Test
  void orderWhileOneStepIsHeld_isDecided() {
    addAlarms(3, Pair.Hold.OWN);
    assertThat(pair.isDecided(LEAST, 1)).isTrue();
  }

  @Test
  void orderInAllOfManyHeldRuns_isDecidedByOneRunWithoutIt() {
    addAlarms(1, Pair.Hold.NONE);
    for (int i = 0; i < 5 * LEAST; i++) {
      assertThat(pair.isDecided(LEAST, 1)).isFalse();
      pair.add(-1, -1, Pair.Hold.OWN);
    }
    assertThat(pair.isDecided(LEAST, 1)).isTrue();
  }

  @Test
  void orderInFreeRunsAlone_isDecided() {
    addAlarms(LEAST, Pair.Hold.NONE);
    assertThat(pair.isDecided(LEAST, 1)).isTrue();
  }

  @Test
  void orderInFreeRunsAlone_whereTheOtherStepDoesWithoutTheHeldOne_isNotDecided() {
    addAlarms(LEAST, Pair.Hold.NONE);
    pair.addWithoutOne();
    assertThat(pair.isDecided(LEAST, 1)).isFalse();
  }

  @Test
  void orderThatOnlyAnotherHeldStepBrings_isNotDecided() {
    addAlarms(2 * LEAST, Pair.Hold.OTHER);
    assertThat(pair.isFalseAlarm(LEAST)).isTrue();
    assertThat(pair.isDecided(LEAST, 1)).isFalse();
  }

  @Test
  void eitherOrder_isAnExclusion_unlessOneStepIsAlsoTakenAmidTheOther() {
    addAlarms(LEAST, Pair.Hold.NONE);
    pair.add(1, 1, Pair.Hold.NONE);
    assertThat(pair.isExclusion(LEAST)).isTrue();
    pair.addOverlap();
    assertThat(pair.isExclusion(LEAST)).isFalse();
  }
}
