package io.racedet.junit.check;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.RaceReport;
import io.racedet.junit.NotCheckedError;
import io.racedet.race.Access;
import io.racedet.race.AnalysisFailure;
import io.racedet.race.Grade;
import io.racedet.race.Proof;
import io.racedet.race.Race;
import io.racedet.race.RaceKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A test is not free of races because an engine has failed. */
class FailedEngineTest {
  private static final Throwable DEFECT = new IllegalStateException("a defect");
  private static final Race RACE =
      new Race(
          "fasttrack",
          "x",
          RaceKind.WRITE_WRITE,
          Access.UNKNOWN,
          Access.UNKNOWN,
          1,
          Proof.of(Grade.OBSERVED, ""));

  private static void require(String failed, Race... races) {
    List<AnalysisFailure> failures = List.of(new AnalysisFailure(failed, 7, DEFECT));
    Analysis.requireEngines(
        new RaceReport(List.of(races), List.of(), 9, 0, List.of(), List.of(), failures, List.of()),
        List.of("fasttrack", "pwr-ee-l"));
  }

  @Test
  void engine_withoutARace_testIsNotChecked() {
    assertThatThrownBy(() -> require("pwr-ee-l"))
        .isInstanceOf(NotCheckedError.class)
        .hasMessageContaining("pwr-ee-l failed at event 7: " + DEFECT)
        .hasCause(DEFECT);
  }

  @Test
  void engine_withARaceOfAnother_raceIsReported() {
    assertThatCode(() -> require("pwr-ee-l", RACE)).doesNotThrowAnyException();
  }

  @Test
  void searchForWitnesses_changesNoVerdict() {
    assertThatCode(() -> require("witnesses")).doesNotThrowAnyException();
  }
}
