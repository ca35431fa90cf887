package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.inParallel;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Nothing is recorded of arrays that never leave their method; of others, their races are found.
 */
@Timeout(20)
class LocalObjectsContentsTest {
  private static final int SIZE = 50;

  /** Weaves the JDK, which takes long on a busy machine, before the time of a program begins. */
  @BeforeAll
  static void weave() {
    Recorded.run(LocalObjectsContentsTest.class, () -> {});
  }

  /* Not in an arithmetic order, so that each access of a recorded array is a record. */
  private static int fill(int[] array) {
    int at = 1;
    for (int i = 0; i < SIZE; i++) {
      at = at * 3 % 101;
      array[at]++;
    }
    return array[at];
  }

  private static int sumOfOwn() {
    int[] own = new int[101];
    int at = 1;
    for (int i = 0; i < SIZE; i++) {
      at = at * 3 % 101;
      own[at] += i;
    }
    return own[at];
  }

  private static List<String> elements(Recorded recorded) {
    return recorded.events().stream().filter(event -> event.contains("int[")).toList();
  }

  @Test
  void localArrays_areNotRecorded_andTheRaceBesideThemIsFound() {
    Cell cell = new Cell();
    Recorded recorded =
        Recorded.run(
            getClass(),
            () -> inParallel(() -> cell.data += sumOfOwn(), () -> cell.data += sumOfOwn()));
    assertThat(elements(recorded)).isEmpty();
    assertThat(recorded.races()).hasSize(1).first().asString().contains("Cell.data");
  }

  @Test
  void arrayThatIsPassedToAnotherThread_isRecorded_andRaces() {
    int[] array = new int[101];
    Recorded recorded =
        Recorded.run(getClass(), () -> inParallel(() -> fill(array), () -> fill(array)));
    assertThat(elements(recorded)).hasSizeGreaterThan(SIZE);
    assertThat(recorded.races()).isNotEmpty();
  }
}
