package io.racedet.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

/** Which budgets there are. */
class SearchBudgetTest {
  @Test
  void isNone_withoutStepsForASearch_only() {
    assertThat(new SearchBudget(0, 0).isNone()).isTrue();
    assertThat(new SearchBudget(0, 1).isNone()).isTrue();
    assertThat(new SearchBudget(1, 0).isNone()).isFalse();
    assertThat(SearchBudget.NONE.isNone()).isTrue();
  }

  @Test
  void negative_isRefused_byName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SearchBudget(-1, 0))
        .withMessage("budget: -1 (expected: not negative)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SearchBudget(0, -1))
        .withMessage("total budget: -1 (expected: not negative)");
  }
}
