package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What spends a budget. */
class BudgetTest {
  @Test
  void isSpent_itsOwnSteps_onlyAfterTheLastOne() {
    Budget budget = new Budget(3, 10);
    budget.spend(2);
    assertThat(budget.isSpent()).isFalse();
    budget.spend(1);
    assertThat(budget.isSpent()).isTrue();
    assertThat(budget.isTotalSpent()).isFalse();
    assertThat(budget.spent()).isEqualTo(3);
  }

  @Test
  void isSpent_totalSteps_onlyAfterTheLastOneOfAnyKind() {
    Budget budget = new Budget(5, 4);
    budget.spend(2);
    budget.count(1);
    assertThat(budget.isSpent()).isFalse();
    assertThat(budget.isTotalSpent()).isFalse();
    budget.count(1);
    assertThat(budget.isSpent()).isTrue();
    assertThat(budget.isTotalSpent()).isTrue();
    assertThat(budget.spent()).isEqualTo(4);
  }

  @Test
  void count_stepsThatAreNotTried_leavesTheSearchItsOwn() {
    Budget budget = new Budget(1, 100);
    budget.count(99);
    assertThat(budget.isSpent()).isFalse();
    assertThat(budget.spent()).isEqualTo(99);
  }
}
