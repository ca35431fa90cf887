package io.racedet.junit.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfirmationTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          target/racedet/a-b_1.replay   | -Dracedet.replay=target/racedet/a-b_1.replay
          /home/me/my bank/a.replay     | "-Dracedet.replay=/home/me/my bank/a.replay"
          C:\\bank (old)\\a.replay      | "-Dracedet.replay=C:\\bank (old)\\a.replay"
          bank;a&b/a.replay             | "-Dracedet.replay=bank;a&b/a.replay"
          """,
      delimiter = '|',
      quoteCharacter = '`')
  void option_isOneArgumentOfAShell(String file, String option) {
    assertThat(Confirmation.option(file)).isEqualTo(option);
  }
}
