package io.racedet.junit.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.BodyThread;
import io.racedet.junit.NoRaceFoundError;
import io.racedet.junit.RaceFoundError;
import io.racedet.race.Grade;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The outcome of a check: races that are found, or expected, and the time that it takes. */
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

  /** The second one takes longer than the limit of two seconds. */
  @Test
  void race_slowBody_isNotRepeatedForLong() throws InterruptedException {
    racyFrom = 1;
    run(() -> now.addAndGet(Duration.ofSeconds(3).toNanos()));
    assertThat(started).hasSize(2);
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
}
