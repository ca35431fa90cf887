package io.racedet.junit.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.NotCheckedError;
import io.racedet.junit.RaceFoundError;
import io.racedet.junit.report.Target;
import io.racedet.junit.settings.SeededSchedule;
import io.racedet.race.Grade;
import io.racedet.report.Finding;
import io.racedet.report.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** Checks that end early: what was found before counts. */
class EndedCheckTest extends CheckTestCase {
  @Test
  void interruptedRunner_interruptsTheBody() throws InterruptedException {
    CountDownLatch interrupted = new CountDownLatch(1);
    Thread.currentThread().interrupt();
    boolean thrown = false;
    try {
      run(
          () -> {
            try {
              new CountDownLatch(1).await();
            } catch (InterruptedException e) {
              interrupted.countDown();
            }
          });
    } catch (InterruptedException e) {
      thrown = true;
    }
    assertThat(thrown).isTrue();
    interrupted.await();
  }

  @Test
  void recordingThatCannotBeAnalysed_failsTheTest() throws InterruptedException {
    unanalysedFrom = 3;
    CheckResult result = run(() -> {});
    assertThat(started).hasSize(3);
    assertThat(result.failure().orElseThrow())
        .isInstanceOf(NotCheckedError.class)
        .hasMessage("the disk is full");
  }

  @Test
  void recordingThatCannotBeAnalysed_afterARace_raceIsReported() throws InterruptedException {
    racyFrom = 2;
    unanalysedFrom = 3;
    CheckResult result = run(() -> {});
    assertThat(started).hasSize(3);
    Throwable failure = result.failure().orElseThrow();
    assertThat(failure).isInstanceOf(RaceFoundError.class);
    assertThat(failure.getSuppressed())
        .singleElement(InstanceOfAssertFactories.THROWABLE)
        .hasMessage("the disk is full");
    assertThat(result.part().report().findings()).hasSize(1);
  }

  @Test
  void analysisWithADefect_afterARace_raceIsReported() throws InterruptedException {
    racyFrom = 2;
    unanalysedFrom = 3;
    unanalysed = () -> new OutOfMemoryError("Java heap space");
    Throwable failure = run(() -> {}).failure().orElseThrow();
    assertThat(failure).isInstanceOf(RaceFoundError.class);
    assertThat(failure.getSuppressed())
        .singleElement(InstanceOfAssertFactories.THROWABLE)
        .isInstanceOf(NotCheckedError.class)
        .hasMessage(
            "the analysis of repetition 3 has failed: java.lang.OutOfMemoryError: Java heap space")
        .hasCauseInstanceOf(OutOfMemoryError.class);
  }

  @Test
  void interruptedRunner_afterARace_raceIsReported() throws InterruptedException {
    racyFrom = 1;
    Thread runner = Thread.currentThread();
    CheckResult result =
        run(
            () -> {
              if (started.size() == 3) {
                runner.interrupt();
                new CountDownLatch(1).await();
              }
            });
    assertThat(result.failure().orElseThrow()).isInstanceOf(RaceFoundError.class);
    assertThat(result.wasInterrupted()).isTrue();
    assertThat(Thread.interrupted()).isFalse();
  }

  /** As try-with-resources suppresses what an interrupted thread of the body throws. */
  @Test
  void bodyFails_withAnInterruptOfItsOwn_runnerWasNotInterrupted() throws InterruptedException {
    AssertionError own = new AssertionError("lost update");
    own.addSuppressed(new InterruptedException("of a thread of the body"));
    CheckResult result =
        run(
            () -> {
              throw own;
            });
    assertThat(result.failure()).containsSame(own);
    assertThat(result.wasInterrupted()).isFalse();
  }

  @Test
  void race_isKeptBeforeTheNextRepetition() throws InterruptedException {
    racyFrom = 2;
    List<Integer> kept = new ArrayList<>();
    run(() -> kept.add(soFar.size()));
    assertThat(kept).startsWith(0, 0, 1).doesNotContain(2);
    assertThat(soFar.get(0).report().findings())
        .singleElement()
        .extracting(Finding::headline)
        .asString()
        .startsWith("write-read race (OBSERVED) on Account.balance");
    assertThat(soFar.get(0).report().tests())
        .singleElement()
        .satisfies(test -> assertThat(test.outcome()).isEqualTo(Outcome.RACES));
  }

  @Test
  void raceThatFailsNoTest_isNotKept() throws InterruptedException {
    expectation = new Expectation.NoRace(Grade.OBSERVED);
    seen = with(FoundRaces.race("Account.balance", Grade.PREDICTED));
    run(() -> {});
    assertThat(soFar).isEmpty();
  }

  /**
   * Each of the fifty attempts at a race takes its time, and the time of one counts for the next.
   */
  @Test
  void otherRepetitions_followAttemptsAtARace_whileThereIsTime() throws InterruptedException {
    seen = with(FoundRaces.race("x", Grade.OBSERVED, new Target.Pair("A.f()V#1", "A.g()V#2")));
    run(() -> now.addAndGet(25_000_000));
    assertThat(started).filteredOn(SeededSchedule::isTargeted).hasSize(50);
    assertThat(started).filteredOn(how -> !how.isTargeted()).hasSize(6);
  }
}
