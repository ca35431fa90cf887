package io.racedet.junit.jdk;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Races beside code that the test excludes: sections without it may be exchanged with others. */
@ExpectRace(with = @RaceFree(exclude = "io.racedet.junit.jdk.ExcludedCodeTest$Excluded"))
class ExcludedCodeRacesTest extends JdkPrograms {
  private final Object lock = new Object();
  private final Object other = new Object();
  private final int[] array = {0};

  @Test
  @Tag(SMOKE)
  void sectionsWithoutExcludedCode() throws Exception {
    Cell cell = new Cell();
    inParallel(
        () -> {
          cell.add();
          synchronized (lock) {
            spin(1);
          }
          synchronized (other) {
            ExcludedCodeTest.Excluded.fill(array);
          }
        },
        () -> {
          pause(1000);
          synchronized (lock) {
            spin(1);
          }
          cell.add();
        });
  }

  @Test
  void sectionsBeforeOneWithExcludedCode() throws Exception {
    Cell cell = new Cell();
    inParallel(
        () -> {
          cell.add();
          synchronized (lock) {
            spin(1);
          }
        },
        () -> {
          pause(1000);
          synchronized (lock) {
            spin(1);
          }
          cell.add();
        });
    synchronized (lock) {
      ExcludedCodeTest.Excluded.fill(array);
    }
  }
}
