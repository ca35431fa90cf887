package io.racedet.trace.split;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A split ends where what is repeated, and twice what would be, is at most a part of the file. */
class SplitRuleTest {
  @ParameterizedTest
  @CsvSource({
    "0.5, 10, false, 20, true",
    "0.5, 11, false, 20, false",
    "0.5, 10, false, 21, false",
    "2, 0, true, 0, true",
    "2, 1, true, 0, false"
  })
  void split_endsWhereLittleReturns(
      double most, long repeated, boolean isFirst, long returning, boolean ends) {
    assertThat(new SplitRule(0, most).endsSplit(100, repeated, isFirst, returning)).isEqualTo(ends);
  }
}
