package io.racedet.junit.grande;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.RaceCheck;
import io.racedet.junit.grande.Checker.Checked;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CheckerTest {
  private static final String LIMIT = "racedet.maxEvents";
  private static final int STEPS = 10_000;

  @AfterEach
  void removeLimit() {
    System.clearProperty(LIMIT);
  }

  @Test
  void races_areCounted() throws InterruptedException {
    Checked checked = checker().check(() -> inParallel(new Counter()::increment));
    assertThat(checked.outcome()).isEqualTo(Outcome.COMPLETE);
    assertThat(checked.races()).isPositive();
    assertThat(checked.events()).isPositive();
    assertThat(checked.recording()).isPositive();
  }

  @Test
  void programWithoutARace_isComplete() throws InterruptedException {
    Checked checked = checker().check(() -> inParallel(new Counter()::incrementLocked));
    assertThat(checked.outcome()).isEqualTo(Outcome.COMPLETE);
    assertThat(checked.races()).isZero();
    assertThat(checked.reason()).isEmpty();
  }

  @Test
  void recordingThatWasCut_isNotChecked() throws InterruptedException {
    System.setProperty(LIMIT, "1000");
    Checked checked = checker().check(() -> inParallel(new Counter()::incrementLocked));
    assertThat(checked.outcome()).isEqualTo(Outcome.NOT_CHECKED);
    assertThat(checked.reason()).isEqualTo("cut at the limit of events");
  }

  @Test
  void programWithoutAccesses_isNotChecked() throws InterruptedException {
    Checked checked = checker().check(() -> null);
    assertThat(checked.outcome()).isEqualTo(Outcome.NOT_CHECKED);
    assertThat(checked.reason()).startsWith("a whole program was not checked: no data access");
  }

  @Test
  void programThatThrows_hasFailed() throws InterruptedException {
    Checked checked =
        checker()
            .check(
                () -> {
                  new Counter().increment();
                  throw new IllegalStateException("wrong");
                });
    assertThat(checked.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(checked.reason()).isEqualTo("java.lang.IllegalStateException: wrong");
  }

  private static Checker checker() {
    String here = CheckerTest.class.getPackageName();
    return new Checker(CheckerTest.class, List.of(here), Path.of("target/grande-test"));
  }

  private static Void inParallel(Runnable block) {
    RaceCheck.inParallel(block::run, block::run);
    return null;
  }

  /** What both threads increment. */
  private static final class Counter {
    private int value;

    void increment() {
      value++;
    }

    void incrementLocked() {
      for (int step = 0; step < STEPS; step++) {
        synchronized (this) {
          value++;
        }
      }
    }
  }
}
