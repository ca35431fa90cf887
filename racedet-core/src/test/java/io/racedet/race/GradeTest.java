package io.racedet.race;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GradeTest {
  @ParameterizedTest
  @CsvSource({
    "REFUTED, REFUTED PREDICTED OBSERVED WITNESSED CONFIRMED",
    "PREDICTED, PREDICTED OBSERVED WITNESSED CONFIRMED",
    "OBSERVED, OBSERVED WITNESSED CONFIRMED",
    "WITNESSED, OBSERVED WITNESSED CONFIRMED",
    "CONFIRMED, CONFIRMED",
  })
  void isAtLeast_eachGrade_observedAndWitnessedAreEqual(Grade least, String enough) {
    for (Grade grade : Grade.values()) {
      assertThat(grade.isAtLeast(least))
          .as(grade.name())
          .isEqualTo((" " + enough + " ").contains(" " + grade + " "));
    }
  }
}
