package io.racedet.race;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProofStepTest {
  @ParameterizedTest
  @CsvSource({
    "3, 40, 1_250_000, 'optimistic reversal: 3 of 40 pairs (7.5 %), 1.3 ms'",
    "1, 1, 0, 'optimistic reversal: 1 of 1 pair (100.0 %), 0.0 ms'",
    "0, 0, 2_000_000_000, 'optimistic reversal: 2000.0 ms'",
  })
  void text_isALine(long pairs, long searched, String nanos, String expected) {
    long time = Long.parseLong(nanos.replace("_", ""));
    assertThat(new ProofStep("optimistic reversal", pairs, searched, time).text())
        .isEqualTo(expected);
  }
}
