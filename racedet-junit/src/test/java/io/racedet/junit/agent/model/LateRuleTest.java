package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.language.ModelSource;
import java.time.chrono.JapaneseDate;
import org.junit.jupiter.api.Test;

/** The rules of a model that is found when classes are woven already hold for these, too. */
class LateRuleTest {
  private static void handOver() {
    Cell cell = new Cell();
    JapaneseDate date = JapaneseDate.now();
    inParallel(
        () -> {
          cell.data = 1;
          date.lengthOfMonth();
          whisper("called");
        },
        () -> {
          hear("called");
          date.lengthOfMonth();
          cell.data++;
        });
  }

  @Test
  void unknownClass_foundLate_orders() {
    assertThat(Recorded.run(LateRuleTest.class, LateRuleTest::handOver).races())
        .containsExactly("Programs.Cell.data");
    RacedetAgent agent = Recorded.install();
    agent.model(
        new ModelSource("date.model", "unknown java.time.chrono.JapaneseDate"),
        LateRuleTest.class.getClassLoader());
    assertThat(Recorded.run(LateRuleTest.class, LateRuleTest::handOver).races()).isEmpty();
  }
}
