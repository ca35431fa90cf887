package io.racedet.junit.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.DeadlockFoundError;
import io.racedet.junit.RaceFoundError;
import io.racedet.junit.Schedule;
import io.racedet.junit.TestHungError;
import io.racedet.junit.ThreadFailedError;
import io.racedet.junit.baseline.BaselineSource;
import io.racedet.junit.deadlocks.DeadlockConfirmation;
import io.racedet.junit.deadlocks.DeadlockResults;
import io.racedet.junit.known.Known;
import io.racedet.junit.report.Confirmation;
import io.racedet.junit.report.FoundDeadlock;
import io.racedet.junit.report.FoundRace;
import io.racedet.junit.report.Target;
import io.racedet.junit.settings.Plan;
import io.racedet.junit.settings.ReplayFiles;
import io.racedet.junit.settings.SeededSchedule;
import io.racedet.junit.threads.HangText;
import io.racedet.race.Deadlock;
import io.racedet.race.Grade;
import io.racedet.report.Outcome;
import io.racedet.report.RunReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The outcome of a check whose repetitions show deadlocks. */
class DeadlocksOfCheckTest extends CheckTestCase {
  @TempDir Path folder;

  private static Observation with(boolean caught, FoundDeadlock... deadlocks) {
    return with(new Observation(10, 5, 2, false, false, caught, List.of()), deadlocks);
  }

  private static Observation withBoth(FoundRace race, FoundDeadlock deadlock) {
    return with(with(race), deadlock);
  }

  private static Observation with(Observation plain, FoundDeadlock... deadlocks) {
    return new Observation(
        plain.events(),
        plain.accesses(),
        plain.threads(),
        plain.truncated(),
        plain.damaged(),
        plain.confirmed(),
        plain.races(),
        List.of(deadlocks),
        plain.limits(),
        plain.errors(),
        plain.interleaving());
  }

  private static Observation damaged(Observation whole) {
    return new Observation(
        whole.events(),
        whole.accesses(),
        whole.threads(),
        whole.truncated(),
        true,
        whole.confirmed(),
        whole.races(),
        whole.deadlocks(),
        whole.limits(),
        whole.errors(),
        whole.interleaving());
  }

  @Test
  void deadlock_stopsAtOnce_isTriedToConfirm_andReported() throws InterruptedException {
    expectation = new Expectation.NoRace(Grade.WITNESSED);
    seen = with(false, FoundDeadlocks.deadlock(Grade.WITNESSED));
    CheckResult result = run(() -> {});
    Throwable failure = result.failure().orElseThrow();
    assertThat(failure)
        .isInstanceOf(DeadlockFoundError.class)
        .hasMessageStartingWith("deadlock (WITNESSED) of b, a: A.java:2 and A.java:6\n")
        .hasMessageContaining(
            """
              "T1" requests b
                at A.f(A.java:2)
              while it holds a, taken
                at A.f(A.java:1)
                thread started at A.main(A.java:9) by "main"
              "T2" requests a (shared)
            """)
        .hasMessageContaining("replay:    -Dracedet.seed=" + started.get(0).replay());
    assertThat(started.get(0).isTargeted()).isFalse();
    assertThat(started.subList(1, started.size()))
        .isNotEmpty()
        .allMatch(how -> how.target().equals(FoundDeadlocks.deadlock(Grade.PREDICTED).target()));
    assertThat(result.facts()).containsKey("racedet.deadlockReplays");
  }

  @Test
  void attemptThatCatchesAllThreads_confirms() throws InterruptedException {
    expectation = new Expectation.NoRace(Grade.WITNESSED);
    seen = with(true, FoundDeadlocks.deadlock(Grade.WITNESSED));
    CheckResult result = run(() -> {});
    assertThat(started).hasSize(2);
    Throwable failure = result.failure().orElseThrow();
    assertThat(failure)
        .hasMessageStartingWith("deadlock (CONFIRMED) of b, a")
        .hasMessageContaining("attempt 1 held every thread at its request")
        .hasMessageContaining("reproduce with: -Dracedet.replay=");
    assertThat(((DeadlockFoundError) failure).deadlocks())
        .extracting(Deadlock::grade)
        .containsExactly(Grade.CONFIRMED);
    RunReport report = result.part().report();
    assertThat(report.tests().get(0).outcome()).isEqualTo(Outcome.RACES);
    assertThat(report.deadlocks()).hasSize(1);
    assertThat(report.deadlocks().get(0).grade()).isEqualTo(Grade.CONFIRMED);
    assertThat(report.deadlocks().get(0).history().replay()).startsWith("-Dracedet.replay=");
    assertThat(report.deadlocks().get(0).history().accept())
        .startsWith("deadlock | A#f()V:2 | A#f()V:6 | TODO");
  }

  @Test
  void belowFailOn_isAWarning() throws InterruptedException {
    expectation = new Expectation.NoRace(Grade.WITNESSED);
    seen = with(false, FoundDeadlocks.deadlock(Grade.PREDICTED));
    CheckResult result = run(() -> {});
    assertThat(result.failure()).isEmpty();
    assertThat(started.subList(0, 6)).noneMatch(SeededSchedule::isTargeted);
    assertThat(started.subList(6, started.size()))
        .isNotEmpty()
        .allMatch(SeededSchedule::isTargeted);
    assertThat(result.warnings())
        .containsExactly(
            "below failOn = WITNESSED: deadlock (PREDICTED) of b, a: A.java:2 and A.java:6");
    assertThat(result.part().report().deadlocks()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"WITNESSED, CONFIRMED", "PREDICTED, CONFIRMED", "PREDICTED, WITNESSED"})
  void belowFailOn_failsAsSoonAsItIsConfirmed(Grade found, Grade failOn)
      throws InterruptedException {
    expectation = new Expectation.NoRace(failOn);
    seen = with(true, FoundDeadlocks.deadlock(found));
    CheckResult result = run(() -> {});
    assertThat(result.failure().orElseThrow())
        .isInstanceOf(DeadlockFoundError.class)
        .hasMessageStartingWith("deadlock (CONFIRMED) of b, a")
        .hasMessageContaining(
            "found in AccountTest.transfers(), repetition 1 (schedule " + started.get(0).kind());
    assertThat(started).hasSize(7);
    assertThat(result.part().report().deadlocks()).hasSize(1);
  }

  /** Of requests that have come, less is known, so that the places differ. */
  @Test
  void sameDeadlock_observedAndWitnessed_isOne() throws InterruptedException {
    expectation = new Expectation.NoRace(Grade.WITNESSED);
    FoundDeadlock proved =
        FoundDeadlocks.deadlock(Grade.WITNESSED, List.of("A.f()V#2", "A.g()V#1"));
    seen = with(true, FoundDeadlocks.deadlock(Grade.OBSERVED), proved);
    CheckResult result = run(() -> {});
    DeadlockFoundError failure = (DeadlockFoundError) result.failure().orElseThrow();
    assertThat(failure.deadlocks()).extracting(Deadlock::grade).containsExactly(Grade.CONFIRMED);
    assertThat(result.part().report().deadlocks()).hasSize(1);
  }

  /** More than are tried to confirm when they are found. */
  @Test
  void manyKnownDeadlocks_areAllTried() {
    Plan plan = new Plan.Rotation(List.of(Schedule.values()), 1);
    DeadlockConfirmation search =
        new DeadlockConfirmation(plan, new ReplayFiles(folder, "A.test()"));
    for (int line = 10; line < 20; line++) {
      FoundDeadlock known = FoundDeadlocks.deadlock(Grade.WITNESSED, line);
      search.evaluate(new SeededSchedule(Schedule.NOISE, 1).at(known.target(), 0), line == 19);
    }
    assertThat(search.summary()).hasValue("10 (1 of 10 confirmed)");
  }

  @Test
  void confirmation_isThatOfAllFindsOfADeadlock() {
    DeadlockResults results = new DeadlockResults(found -> Optional.empty(), found -> true);
    FoundDeadlock proved =
        FoundDeadlocks.deadlock(Grade.WITNESSED, List.of("A.f()V#2", "A.g()V#1"));
    results.add(List.of(FoundDeadlocks.deadlock(Grade.OBSERVED), proved));
    results.confirm(proved.target(), new Confirmation(3, ""));
    assertThat(results.decisive()).hasSize(1);
    assertThat(results.decisive().get(0).grade()).isEqualTo(Grade.CONFIRMED);
    assertThat(results.decisive().get(0).confirmation().attempt()).isEqualTo(3);
  }

  /** The race must not hide it: who mends the race would only find it then. */
  @Test
  void deadlockAfterARace_isSuppressed_andConfirmationIsTried() throws InterruptedException {
    FoundDeadlock deadlock = FoundDeadlocks.deadlock(Grade.WITNESSED, 6);
    FoundRace race = FoundRaces.race("x", Grade.OBSERVED);
    CheckResult result =
        run(
            () ->
                seen =
                    switch (started.size()) {
                      case 1 -> with(race);
                      case 3 -> with(false, deadlock);
                      default -> with();
                    });
    assertThat(result.failure().orElseThrow()).isInstanceOf(RaceFoundError.class);
    assertThat(result.failure().orElseThrow().getSuppressed())
        .singleElement()
        .isInstanceOf(DeadlockFoundError.class)
        .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
        .hasMessageStartingWith("deadlock (WITNESSED) of b, a: ")
        .hasMessageContaining("AccountTest.transfers(), repetition 3 (");
    assertThat(started.subList(3, started.size()))
        .isNotEmpty()
        .allMatch(schedule -> schedule.target() instanceof Target.Cycle);
  }

  @Test
  void confirmedDeadlocks_comeFirst() {
    DeadlockResults results = new DeadlockResults(found -> Optional.empty(), found -> true);
    FoundDeadlock last = FoundDeadlocks.deadlock(Grade.WITNESSED, 8);
    results.add(
        List.of(
            FoundDeadlocks.deadlock(Grade.WITNESSED, 6),
            FoundDeadlocks.deadlock(Grade.WITNESSED, 7),
            last));
    results.confirm(last.target(), new Confirmation(1, ""));
    assertThat(results.decisive())
        .extracting(found -> found.reported().requests().get(1).frame().line())
        .containsExactly(8, 6, 7);
  }

  @Test
  void writingTheBaseline_saysHowManyOfEachKindWereAdded() throws InterruptedException {
    expectation = new Expectation.NoRace(Grade.WITNESSED);
    baseline = new BaselineSource(folder.resolve("deadlocks.txt"), false, true);
    seen = with(false, FoundDeadlocks.deadlock(Grade.WITNESSED));
    assertThat(run(() -> {}).warnings())
        .contains("1 deadlock was added to deadlocks.txt: write a reason at the end of each line");

    baseline = new BaselineSource(folder.resolve("both.txt"), false, true);
    seen = withBoth(FoundRaces.race("x", Grade.OBSERVED), FoundDeadlocks.deadlock(Grade.WITNESSED));
    assertThat(run(() -> {}).warnings())
        .contains(
            "1 race and 1 deadlock were added to both.txt: write a reason at the end of each line");
  }

  /** Results of a test whose baseline accepts the deadlock. */
  private RepetitionResults withBaseline() throws IOException {
    Path file = folder.resolve("accepted.txt");
    Files.writeString(file, "deadlock | A#f()V:2 | A#f()V:6 | known\n");
    Expectation none = new Expectation.NoRace(Grade.WITNESSED);
    return new RepetitionResults(
        new Acceptance(new BaselineSource(file, true, false), none, Known.NONE), none);
  }

  /** The thread whose request was ended has not done its work. */
  @Test
  void failureAfterAnAcceptedDeadlockWasBroken_saysSo() throws IOException {
    RepetitionResults results = withBaseline();
    IllegalStateException failure = new IllegalStateException("missing");
    results.add(
        new Repetition(1, new SeededSchedule(Schedule.NONE, 1), null),
        with(false, FoundDeadlocks.deadlock(Grade.OBSERVED)),
        Optional.of(failure),
        new Expectation.NoRace(Grade.WITNESSED));
    assertThat(results.failure()).containsSame(failure);
    assertThat(failure.getSuppressed()).hasSize(1);
    assertThat(failure.getSuppressed()[0])
        .hasMessageContaining("an accepted deadlock (OBSERVED) of b, a: A.java:2 and A.java:6;")
        .hasMessageContaining("was ended by an error");
  }

  @Test
  void failureWithAnAcceptedPrediction_saysNothing() throws IOException {
    RepetitionResults results = withBaseline();
    IllegalStateException failure = new IllegalStateException("own");
    results.add(
        new Repetition(1, new SeededSchedule(Schedule.NONE, 1), null),
        with(false, FoundDeadlocks.deadlock(Grade.WITNESSED)),
        Optional.of(failure),
        new Expectation.NoRace(Grade.WITNESSED));
    assertThat(failure.getSuppressed()).isEmpty();
  }

  /** What comes after it has not run. */
  @Test
  void hangWithAnAcceptedDeadlock_fails() throws IOException {
    RepetitionResults results = withBaseline();
    BodyHung hung = new BodyHung(HangText.of("does not end"), false);
    results.add(
        new Repetition(1, new SeededSchedule(Schedule.NONE, 1), null),
        with(false, FoundDeadlocks.deadlock(Grade.WITNESSED)),
        Optional.of(hung),
        new Expectation.NoRace(Grade.WITNESSED));
    assertThat(results.deadlocks().accepted()).hasSize(1);
    assertThat(results.failure()).containsSame(hung);
  }

  /** It would have hung the test. */
  @Test
  void deadlockThatCame_failsWhateverFailOn_andIsTriedToConfirm() throws InterruptedException {
    expectation = new Expectation.NoRace(Grade.CONFIRMED);
    seen = with(false, FoundDeadlocks.deadlock(Grade.OBSERVED));
    assertThat(run(() -> {}).failure().orElseThrow())
        .isInstanceOf(DeadlockFoundError.class)
        .hasMessageStartingWith("deadlock (OBSERVED) of b, a");
    assertThat(started.subList(1, started.size())).isNotEmpty().allMatch(how -> how.isTargeted());
  }

  @Test
  void deadlockThatCame_inADamagedRecording_fails() throws InterruptedException {
    Observation whole =
        with(
            false,
            FoundDeadlocks.deadlock(Grade.OBSERVED),
            FoundDeadlocks.deadlock(Grade.WITNESSED, 8));
    seen = damaged(whole);
    DeadlockFoundError failure = (DeadlockFoundError) run(() -> {}).failure().orElseThrow();
    assertThat(failure.deadlocks()).extracting(Deadlock::grade).containsExactly(Grade.OBSERVED);
  }

  /** What the check has thrown into it is not recognisable any more. */
  @Test
  void deadlockThatCame_goesBeforeWhatTheBodyThrows() throws InterruptedException {
    seen = with(true, FoundDeadlocks.deadlock(Grade.OBSERVED));
    IllegalMonitorStateException own = new IllegalMonitorStateException("not the owner");
    Throwable failure =
        run(() -> {
              throw own;
            })
            .failure()
            .orElseThrow();
    assertThat(failure)
        .isInstanceOf(DeadlockFoundError.class)
        .hasMessageStartingWith("deadlock (CONFIRMED) of b, a");
    assertThat(failure.getSuppressed()).contains(own);
    assertThat(started).hasSize(2);
  }

  @Test
  void deadlockThatCame_goesBeforeADeath() throws InterruptedException {
    seen = with(false, FoundDeadlocks.deadlock(Grade.OBSERVED));
    IllegalMonitorStateException own = new IllegalMonitorStateException("not the owner");
    Throwable failure = run(() -> die(own)).failure().orElseThrow();
    assertThat(failure).isInstanceOf(DeadlockFoundError.class);
    assertThat(failure.getSuppressed())
        .hasAtLeastOneElementOfType(ThreadFailedError.class)
        .extracting(Throwable::getCause)
        .contains(own);
  }

  private static void die(RuntimeException of) throws InterruptedException {
    Thread dies =
        new Thread(
            () -> {
              throw of;
            });
    dies.start();
    dies.join();
  }

  /** It may come of the work that was not done. */
  @Test
  void deadlockThatCame_goesBeforeARace() throws InterruptedException {
    Observation both = with(false, FoundDeadlocks.deadlock(Grade.OBSERVED));
    seen = both.with(List.of(FoundRaces.race("Account.balance", Grade.OBSERVED)));
    Throwable failure = run(() -> {}).failure().orElseThrow();
    assertThat(failure).isInstanceOf(DeadlockFoundError.class);
    assertThat(failure.getSuppressed()).hasAtLeastOneElementOfType(RaceFoundError.class);
  }

  @Test
  void deadlockThatCame_failsATestThatExpectsARace() throws InterruptedException {
    expectation = new Expectation.SomeRace("", Grade.PREDICTED);
    seen = with(false, FoundDeadlocks.deadlock(Grade.OBSERVED));
    assertThat(run(() -> {}).failure().orElseThrow()).isInstanceOf(DeadlockFoundError.class);
  }

  @Test
  void expectedRace_besideADeadlockThatCame_isFound() throws InterruptedException {
    expectation = new Expectation.SomeRace("", Grade.PREDICTED);
    Observation both = with(false, FoundDeadlocks.deadlock(Grade.OBSERVED));
    seen = both.with(List.of(FoundRaces.race("Account.balance", Grade.OBSERVED)));
    CheckResult result =
        run(
            () -> {
              throw new IllegalMonitorStateException("not the owner");
            });
    assertThat(result.failure()).isEmpty();
  }

  /** The thread that was told of it by an error may have left its locks held. */
  @Test
  void deadlockThatCame_goesBeforeTheHangThatFollows() throws InterruptedException {
    expectation = new Expectation.NoRace(Grade.WITNESSED);
    seen = with(false, FoundDeadlocks.deadlock(Grade.OBSERVED));
    Throwable failure =
        run(() -> {
              throw new BodyHung(HangText.of("does not end"), false);
            })
            .failure()
            .orElseThrow();
    assertThat(failure)
        .isInstanceOf(DeadlockFoundError.class)
        .hasMessageStartingWith("deadlock (OBSERVED) of b, a");
    assertThat(failure.getSuppressed()).hasAtLeastOneElementOfType(TestHungError.class);
  }

  @Test
  void failureOfTheBody_goesFirst() throws InterruptedException {
    expectation = new Expectation.NoRace(Grade.WITNESSED);
    seen = with(false, FoundDeadlocks.deadlock(Grade.WITNESSED));
    IllegalStateException own = new IllegalStateException("own");
    Throwable failure =
        run(() -> {
              throw own;
            })
            .failure()
            .orElseThrow();
    assertThat(failure).isSameAs(own);
    assertThat(own.getSuppressed()).hasAtLeastOneElementOfType(DeadlockFoundError.class);
  }

  @Test
  void race_goesFirst_andHasTheDeadlockSuppressed() throws InterruptedException {
    Observation both = with(false, FoundDeadlocks.deadlock(Grade.WITNESSED));
    seen = both.with(List.of(FoundRaces.race("Account.balance", Grade.OBSERVED)));
    Throwable failure = run(() -> {}).failure().orElseThrow();
    assertThat(failure).hasMessageStartingWith("write-read race (OBSERVED) on Account.balance");
    assertThat(failure.getSuppressed()).hasAtLeastOneElementOfType(DeadlockFoundError.class);
  }

  @Test
  void expectedRace_isNotDecidedByADeadlock() throws InterruptedException {
    expectation = new Expectation.SomeRace("", Grade.PREDICTED);
    seen = with(false, FoundDeadlocks.deadlock(Grade.WITNESSED));
    assertThat(run(() -> {}).failure().orElseThrow()).hasMessageContaining("expected a race");
  }
}
