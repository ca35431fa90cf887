package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.inParallel;
import static org.assertj.core.api.Assertions.assertThat;

import com.acme.board.NoticeBoard;
import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.language.ModelSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The rules of a model that is found when classes are woven already hold for these, too. */
@Timeout(20)
class LateRuleTest {
  private static void handOver() {
    Cell cell = new Cell();
    NoticeBoard board = new NoticeBoard();
    inParallel(
        () -> {
          cell.data = 1;
          board.pin();
        },
        () -> {
          while (!board.isUsed()) {
            Thread.onSpinWait();
          }
          cell.data++;
        });
  }

  @Test
  void pureLibrary_foundLate_ordersNothing() {
    assertThat(Recorded.run(LateRuleTest.class, LateRuleTest::handOver).races()).isEmpty();
    RacedetAgent agent = Recorded.install();
    agent.model(
        new ModelSource("board.model", "pure com.acme.board.*"),
        LateRuleTest.class.getClassLoader());
    assertThat(Recorded.run(LateRuleTest.class, LateRuleTest::handOver).races())
        .containsExactly("Programs.Cell.data");
  }
}
