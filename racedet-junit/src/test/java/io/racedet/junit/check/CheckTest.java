package io.racedet.junit.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.BodyThread;
import io.racedet.junit.NoRaceFoundError;
import io.racedet.junit.NotCheckedError;
import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFoundError;
import io.racedet.junit.TestHungError;
import io.racedet.junit.ThreadFailedError;
import io.racedet.race.Grade;
import io.racedet.report.Finding;
import io.racedet.report.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/** The outcome of a check: races, failures of the body, hangs, and races that are expected. */
class CheckTest extends CheckTestCase {
  @Test
  void clean_allRepetitions_passes() throws InterruptedException {
    CheckResult result = run(() -> {});
    assertThat(result.failure()).isEmpty();
    assertThat(result.warnings()).isEmpty();
    assertThat(result.facts())
        .containsEntry("racedet.seed", "1")
        .containsEntry("racedet.repetitions", "6")
        .containsEntry(
            "racedet.schedules",
            "{NONE=1, NOISE=1, INSTRUCTION=1, PRIORITY=1, PARTIAL_ORDER=1, RANDOM_WALK=1}")
        .containsEntry("racedet.engines", "fasttrack")
        .containsEntry("racedet.events", "60")
        .containsEntry("racedet.threads", "2");
  }

  @Test
  void race_decides_andSaysHowToReplay_butTheOtherRepetitionsFollow() throws InterruptedException {
    racyFrom = 3;
    CheckResult result = run(() -> {});
    assertThat(started).hasSize(6);
    assertThat(result.failure().orElseThrow().getSuppressed()).isEmpty();
    assertThat(result.failure().orElseThrow())
        .isInstanceOf(RaceFoundError.class)
        .hasMessageStartingWith("write-read race (OBSERVED) on Account.balance")
        .hasMessageContaining("repetition 3")
        .hasMessageContaining("-Dracedet.seed=" + started.get(2).replay());
    assertThat(((RaceFoundError) result.failure().orElseThrow()).races()).hasSize(1);
  }

  @Test
  void raceBelowFailOn_isAWarning() throws InterruptedException {
    expectation = new Expectation.NoRace(Grade.OBSERVED);
    seen = with(FoundRaces.race("Account.balance", Grade.PREDICTED));
    CheckResult result = run(() -> {});
    assertThat(result.failure()).isEmpty();
    assertThat(result.warnings())
        .containsExactly(
            "below failOn = OBSERVED: write-read race (PREDICTED) on Account.balance: A.java:1 and"
                + " A.java:2");
  }

  @Test
  void raceBelowFailOn_whoseAccessesCameInBothOrders_isOneWarning() throws InterruptedException {
    expectation = new Expectation.NoRace(Grade.OBSERVED);
    seen =
        with(
            FoundRaces.race("x", Grade.PREDICTED, "A.java:1", "A.java:2"),
            FoundRaces.race("x", Grade.PREDICTED, "A.java:2", "A.java:1"),
            FoundRaces.race("x", Grade.PREDICTED, "A.java:2", "A.java:3"));
    assertThat(run(() -> {}).warnings())
        .hasSize(2)
        .first()
        .asString()
        .endsWith("A.java:1 and A.java:2");
  }

  @Test
  void timeLimit_winsAfterTwoRepetitions() throws InterruptedException {
    run(() -> now.addAndGet(Duration.ofSeconds(3).toNanos()));
    assertThat(started).hasSize(2);
  }

  /**
   * The first does not count, and 4 s are less than what the second and third and one more take.
   */
  @Test
  void timeLimit_isTwiceAsLongForTheFirstTen_andLeavesRoomForOneMore() throws InterruptedException {
    run(() -> now.addAndGet(Duration.ofMillis(started.size() == 1 ? 60_000 : 1500).toNanos()));
    assertThat(started).hasSize(3);
  }

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
    CheckResult result = run(CheckTest::startAndJoinDyingThread);
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
    CheckResult result = run(CheckTest::startAndJoinDyingThread);
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

  @Test
  void bodyHangsAfterARace_isSuppressed_withItsRepetition() throws InterruptedException {
    racyFrom = 1;
    CheckResult result =
        run(
            () -> {
              if (started.size() == 3) {
                new CountDownLatch(1).await();
              }
            });
    assertThat(result.failure().orElseThrow().getSuppressed())
        .singleElement()
        .isInstanceOf(TestHungError.class)
        .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
        .hasMessageStartingWith(
            "AccountTest.transfers(), repetition 3 (replay: -Dracedet.seed="
                + started.get(2).replay()
                + ')');
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

  /** The second one takes longer than the limit of two seconds. */
  @Test
  void race_slowBody_isNotRepeatedForLong() throws InterruptedException {
    racyFrom = 1;
    run(() -> now.addAndGet(Duration.ofSeconds(3).toNanos()));
    assertThat(started).hasSize(2);
  }

  @Test
  void threadDies_switchedOff_passes() throws InterruptedException {
    threadFailures = false;
    assertThat(run(CheckTest::startAndJoinDyingThread).failure()).isEmpty();
    assertThat(started).hasSize(6);
  }

  @Test
  void deadlockOfThreadsThatOutliveTheBody_failsTheTest() throws InterruptedException {
    Object a = new Object();
    Object b = new Object();
    CountDownLatch both = new CountDownLatch(2);
    CheckResult result =
        run(
            () -> {
              daemon("one", () -> lockInTurn(a, b, both));
              daemon("other", () -> lockInTurn(b, a, both));
              both.await();
            });
    assertThat(result.failure().orElseThrow())
        .isInstanceOf(TestHungError.class)
        .hasMessageContaining("has left threads behind that are in a deadlock\ndeadlock:\n")
        .hasMessageContaining("held by \"other\"");
  }

  private static void daemon(String name, RunnableThatThrows task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (Throwable failure) {
                throw new IllegalStateException(failure);
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }

  @Test
  void allThreadsWaitForEachOther_isHungBeforeHangAfter() throws InterruptedException {
    hangAfter = Duration.ofHours(1);
    CountDownLatch never = new CountDownLatch(1);
    CheckResult result =
        run(
            () -> {
              daemon("waiting", never::await);
              never.await();
            });
    String message = result.failure().orElseThrow().getMessage();
    assertThat(message)
        .contains("all its threads wait, and none with a time limit")
        .contains("\"waiting\" WAITING")
        .contains("CountDownLatch.await");
    assertThat(message.lines()).hasSizeLessThan(40);
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

  @Test
  void hung_failsInTime_withThreadDumpAndRaces() throws InterruptedException {
    racyFrom = 1;
    hangAfter = Duration.ofMillis(100);
    CountDownLatch never = new CountDownLatch(1);
    CheckResult result = run(never::await);
    assertThat(result.failure().orElseThrow())
        .isInstanceOf(TestHungError.class)
        .hasMessageStartingWith(
            "AccountTest.transfers(), repetition 1 (replay: -Dracedet.seed=NONE:")
        .hasMessageContaining("did not end within 100 ms")
        .hasMessageContaining("\"racedet-test\" WAITING")
        .hasMessageContaining("CountDownLatch.await");
    assertThat(result.failure().orElseThrow().getSuppressed())
        .singleElement()
        .isInstanceOf(RaceFoundError.class);
  }

  @Test
  void deadlock_isFoundBeforeHangAfter_andNamesTheCycle() throws InterruptedException {
    Object a = new Object();
    Object b = new Object();
    CountDownLatch both = new CountDownLatch(2);
    hangAfter = Duration.ofHours(1);
    CheckResult result =
        run(() -> RaceCheck.inParallel(() -> lockInTurn(a, b, both), () -> lockInTurn(b, a, both)));
    assertThat(result.failure().orElseThrow())
        .isInstanceOf(TestHungError.class)
        .hasMessageContaining("hung in a deadlock\ndeadlock:\n")
        .hasMessageContaining(
            "\"parallel-1\" waits for Object@1 held by \"parallel-2\", locked at ")
        .hasMessageContaining("CheckTest.java:");
  }

  private static void lockInTurn(Object first, Object second, CountDownLatch both)
      throws InterruptedException {
    synchronized (first) {
      both.countDown();
      both.await();
      synchronized (second) {
        throw new AssertionError("no deadlock");
      }
    }
  }

  @Test
  void ownThread_inheritsContextClassLoaderAndInheritableThreadLocals()
      throws InterruptedException {
    InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
    local.set("inherited");
    Thread runner = Thread.currentThread();
    CheckResult result =
        run(
            () -> {
              assertThat(local.get()).isEqualTo("inherited");
              assertThat(Thread.currentThread()).isNotSameAs(runner);
              assertThat(Thread.currentThread().getContextClassLoader())
                  .isSameAs(runner.getContextClassLoader());
            });
    assertThat(result.failure()).isEmpty();
  }

  @Test
  void sameThread_runsOnTheRunnersThread() throws InterruptedException {
    thread = BodyThread.SAME;
    Thread runner = Thread.currentThread();
    CheckResult result = run(() -> assertThat(Thread.currentThread()).isSameAs(runner));
    assertThat(result.failure()).isEmpty();
  }

  @Test
  void expectedRace_found_passes() throws InterruptedException {
    expectation = new Expectation.SomeRace("Account.balance", Grade.PREDICTED);
    racyFrom = 2;
    assertThat(run(() -> {}).failure()).isEmpty();
    assertThat(started).hasSize(2);
  }

  @Test
  void expectedRace_notFound_fails() throws InterruptedException {
    expectation = new Expectation.SomeRace("", Grade.PREDICTED);
    assertThat(run(() -> {}).failure().orElseThrow())
        .isInstanceOf(NoRaceFoundError.class)
        .hasMessage(
            "AccountTest.transfers(): expected a race within 6 repetitions, but there was none\n"
                + "(replay: -Dracedet.seed=1)");
  }

  @Test
  void expectedRace_onOtherVariable_failsAndNamesIt() throws InterruptedException {
    expectation = new Expectation.SomeRace("Account.name", Grade.PREDICTED);
    racyFrom = 1;
    assertThat(run(() -> {}).failure().orElseThrow())
        .isInstanceOf(NoRaceFoundError.class)
        .hasMessageContaining("expected a race on Account.name within 6 repetitions")
        .hasMessageContaining("only:\n  write-read race (OBSERVED) on Account.balance");
  }

  @Test
  void expectedRace_bodyFails_failureStays() throws InterruptedException {
    expectation = new Expectation.SomeRace("", Grade.PREDICTED);
    racyFrom = 1;
    AssertionError own = new AssertionError("own");
    CheckResult result =
        run(
            () -> {
              throw own;
            });
    assertThat(result.failure()).containsSame(own);
    assertThat(own.getSuppressed()).hasSize(1);
  }

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
  void recordingThatCannotBeAnalysed_ofABodyThatHung_hangIsReported() throws InterruptedException {
    hangAfter = Duration.ofMillis(200);
    unanalysedFrom = 1;
    CheckResult result = run(new CountDownLatch(1)::await);
    Throwable failure = result.failure().orElseThrow();
    assertThat(failure).isInstanceOf(TestHungError.class);
    assertThat(failure.getSuppressed())
        .anySatisfy(thrown -> assertThat(thrown).hasMessage("the disk is full"));
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
}
