package io.racedet.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The oracles against the verdict tables, which were computed elsewhere. */
class OracleTest {
  static Stream<LitmusCase> litmus() {
    return Litmus.all();
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void happensBefore_litmus_equalsTable(LitmusCase litmus) {
    assertThat(new HappensBefore(litmus.trace()).races()).isEqualTo(litmus.pairs("HB"));
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void pwr_litmus_equalsTable(LitmusCase litmus) {
    assertThat(new PwrRelation(litmus.trace()).pairs()).isEqualTo(litmus.pairs("PWR"));
  }
}
