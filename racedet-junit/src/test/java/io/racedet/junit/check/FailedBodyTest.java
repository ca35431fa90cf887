package io.racedet.junit.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.RaceFoundError;
import io.racedet.junit.ThreadFailedError;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/** The outcome of a check whose body fails by itself, or one of its threads dies. */
class FailedBodyTest extends CheckTestCase {
  @Test
  void bodyFails_isReproduced_andANoteSaysHowOften() throws InterruptedException {
    AssertionError own = new AssertionError("lost update");
    CheckResult result =
        run(
            () -> {
              if (started.size() != 5) {
                throw own;
              }
            });
    assertThat(started).hasSize(11).allMatch(schedule -> schedule.equals(started.get(0)));
    assertThat(result.failure()).containsSame(own);
    assertThat(own.getSuppressed())
        .singleElement()
        .extracting(Throwable::toString)
        .isEqualTo(
            "racedet: AccountTest.transfers() failed in repetition 1 of at most 6, schedule NONE;"
                + " it recurred in 9 of 10 repetitions with the same decisions; replay:"
                + " -Dracedet.seed="
                + started.get(0).replay());
  }

  /** As where a test expects a static list to be empty, which the first repetition fills. */
  @Test
  void bodyFailsEverSinceTheFirstRepetition_mayDependOnEarlierState() throws InterruptedException {
    AssertionError own = new AssertionError("not empty");
    run(
        () -> {
          if (started.size() > 1) {
            throw own;
          }
        });
    assertThat(started).hasSize(13);
    assertThat(started.get(12)).isEqualTo(started.get(0));
    assertThat(own.getSuppressed())
        .singleElement()
        .extracting(Throwable::toString)
        .asString()
        .startsWith("racedet: AccountTest.transfers() failed in repetition 2 of at most 6, ")
        .contains(
            "; it recurred in 10 of 10 repetitions with the same decisions, and with those of the"
                + " first repetition, which had passed, so it may depend on what outlives a"
                + " repetition, such as a static field, rather than on the schedule; replay: ");
  }

  /** As where one of the schedules that run one thread at a time shows a lost update. */
  @Test
  void bodyFailsUnderSomeDecisions_doesNotDependOnEarlierState() throws InterruptedException {
    AssertionError own = new AssertionError("lost update");
    run(
        () -> {
          if (!started.get(started.size() - 1).equals(started.get(0))) {
            throw own;
          }
        });
    assertThat(started).hasSize(13);
    assertThat(own.getSuppressed()[0].toString())
        .contains("it recurred in 10 of 10 repetitions with the same decisions; replay: ");
  }

  @Test
  void bodyFailsEverSinceALaterRepetition_mayDependOnEarlierState() throws InterruptedException {
    AssertionError own = new AssertionError("pool of three is empty");
    run(
        () -> {
          if (started.size() > 3) {
            throw own;
          }
        });
    assertThat(started).hasSize(15);
    assertThat(own.getSuppressed()[0].toString())
        .contains(" failed in repetition 4 of at most 6, ", "such as a static field");
  }

  /** Of the same type, but thrown elsewhere: it says nothing of the first failure. */
  @Test
  void firstRepetitionFailsElsewhere_doesNotDependOnEarlierState() throws InterruptedException {
    AssertionError own = new AssertionError("lost update");
    run(
        () -> {
          if (started.size() == 13) {
            throw new AssertionError("another one");
          } else if (started.size() > 1) {
            throw own;
          }
        });
    assertThat(started).hasSize(13);
    assertThat(own.getSuppressed()[0].toString())
        .contains("it recurred in 10 of 10 repetitions with the same decisions; replay: ");
  }

  @Test
  void bodyFailsNotEachTime_isNotRepeatedWithOtherDecisions() throws InterruptedException {
    AssertionError own = new AssertionError("lost update");
    run(
        () -> {
          if (started.size() > 1 && started.size() != 5) {
            throw own;
          }
        });
    assertThat(started).hasSize(12);
    assertThat(own.getSuppressed()[0].toString())
        .contains("it recurred in 9 of 10 repetitions with the same decisions; replay: ");
  }

  @Test
  void bodyFails_slowly_isNotReproducedForLong() throws InterruptedException {
    AssertionError own = new AssertionError("late");
    run(
        () -> {
          now.addAndGet(Duration.ofMillis(1500).toNanos());
          throw own;
        });
    assertThat(started).hasSize(2);
    assertThat(own.getSuppressed()[0].toString()).contains("recurred in 1 of 1 repetitions");
  }

  @Test
  void aborted_isNotReproduced() throws InterruptedException {
    CheckResult result =
        run(
            () -> {
              throw new TestAbortedException("assumption");
            });
    assertThat(started).hasSize(1);
    assertThat(result.failure().orElseThrow().getSuppressed()).isEmpty();
  }

  private static void startAndJoinDyingThread() throws InterruptedException {
    Thread dying =
        new Thread(
            () -> {
              throw new IllegalStateException("died");
            },
            "dying");
    dying.start();
    dying.join();
  }

  @Test
  void threadDies_failsTheTest_withItsNameAndStack() throws InterruptedException {
    CheckResult result = run(FailedBodyTest::startAndJoinDyingThread);
    assertThat(result.failure().orElseThrow())
        .isInstanceOf(ThreadFailedError.class)
        .hasMessage(
            "thread \"dying\" ended with java.lang.IllegalStateException: died, and the test did"
                + " not notice (threadFailures = false accepts that)")
        .hasCauseInstanceOf(IllegalStateException.class);
    assertThat(result.failure().orElseThrow().getSuppressed()[0].toString())
        .contains("recurred in 10 of 10 repetitions");
  }

  @Test
  void threadDies_withRace_theRaceGoesBefore() throws InterruptedException {
    racyFrom = 1;
    CheckResult result = run(FailedBodyTest::startAndJoinDyingThread);
    assertThat(result.failure().orElseThrow()).isInstanceOf(RaceFoundError.class);
    assertThat(result.failure().orElseThrow().getSuppressed())
        .hasAtLeastOneElementOfType(ThreadFailedError.class);
  }

  @Test
  void bodyFailsAfterARace_isSuppressed_withItsRepetition() throws InterruptedException {
    racyFrom = 1;
    AssertionError own = new AssertionError("lost update");
    CheckResult result =
        run(
            () -> {
              if (started.size() >= 4) {
                throw own;
              }
            });
    assertThat(started).hasSize(4);
    assertThat(result.failure().orElseThrow())
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("AccountTest.transfers(), repetition 1 (schedule NONE)");
    assertThat(result.failure().orElseThrow().getSuppressed()).containsExactly(own);
    assertThat(own.getSuppressed())
        .singleElement()
        .hasToString(
            "racedet: AccountTest.transfers() failed in repetition 4 of at most 6, schedule "
                + started.get(3).kind()
                + "; replay: -Dracedet.seed="
                + started.get(3).replay());
  }

  @Test
  void threadDiesAfterARace_isSuppressed_unlessThatIsSwitchedOff() throws InterruptedException {
    racyFrom = 1;
    RunnableThatThrows body =
        () -> {
          if (started.size() == 2) {
            startAndJoinDyingThread();
          }
        };
    assertThat(run(body).failure().orElseThrow().getSuppressed())
        .singleElement()
        .isInstanceOf(ThreadFailedError.class);
    assertThat(started).hasSize(2);
    started.clear();
    threadFailures = false;
    assertThat(run(body).failure().orElseThrow().getSuppressed()).isEmpty();
    assertThat(started).hasSize(6);
  }

  /** It says nothing of the code under test. */
  @Test
  void bodyIsAbortedAfterARace_isNotSuppressed() throws InterruptedException {
    racyFrom = 1;
    CheckResult result =
        run(
            () -> {
              if (started.size() == 3) {
                throw new TestAbortedException("no network");
              }
            });
    assertThat(result.failure().orElseThrow().getSuppressed()).isEmpty();
  }

  @Test
  void threadDies_switchedOff_passes() throws InterruptedException {
    threadFailures = false;
    assertThat(run(FailedBodyTest::startAndJoinDyingThread).failure()).isEmpty();
    assertThat(started).hasSize(6);
  }

  @Test
  void bodyFails_isThrownAsItIs_withRaceSuppressed() throws InterruptedException {
    racyFrom = 1;
    AssertionError own = new AssertionError("lost update");
    CheckResult result =
        run(
            () -> {
              throw own;
            });
    assertThat(started).hasSize(1);
    assertThat(result.failure()).containsSame(own);
    assertThat(own.getSuppressed()).singleElement().isInstanceOf(RaceFoundError.class);
  }
}
