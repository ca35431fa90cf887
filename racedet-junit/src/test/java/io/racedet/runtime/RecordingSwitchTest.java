package io.racedet.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordingSwitchTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mixed mode, sharing | true",
        "mixed mode | true",
        "compiled mode | true",
        "mixed mode, emulated-client, sharing | false",
        "interpreted mode, sharing | false",
        "'' | true"
      })
  void jvmWithoutItsOptimisingCompiler_isToldByItsMode(String mode, boolean isOptimised) {
    assertThat(RecordingSwitch.isOptimised(mode)).isEqualTo(isOptimised);
  }
}
