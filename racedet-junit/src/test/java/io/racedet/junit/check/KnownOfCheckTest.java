package io.racedet.junit.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.DeadlockFoundError;
import io.racedet.junit.RaceFoundError;
import io.racedet.junit.coverage.Interleaving;
import io.racedet.junit.known.Gate;
import io.racedet.junit.known.KnownSource;
import io.racedet.junit.report.FoundDeadlock;
import io.racedet.junit.report.FoundRace;
import io.racedet.junit.report.Target;
import io.racedet.junit.results.TestPart;
import io.racedet.junit.settings.SeededSchedule;
import io.racedet.race.Grade;
import io.racedet.report.KnownRace;
import io.racedet.report.Standing;
import io.racedet.report.Standing.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks in several builds, with one file of known races. */
class KnownOfCheckTest extends CheckTestCase {
  private static final String RUN = "racedet.run";
  private static final FoundRace BALANCE =
      FoundRaces.race("Account.balance", Grade.OBSERVED, new Target.Pair("A.f()V#1", "A.g()V#2"));

  @TempDir private Path folder;
  private String before;
  private Path file;

  @BeforeEach
  void useAFile() {
    before = System.getProperty(RUN);
    file = folder.resolve("known.json");
    gate(Gate.NEW);
  }

  @AfterEach
  void restore() {
    if (before == null) {
      System.clearProperty(RUN);
    } else {
      System.setProperty(RUN, before);
    }
  }

  private void gate(Gate gate) {
    known = new KnownSource(Optional.of(file), true, gate);
  }

  private CheckResult build(String run, Observation observation) throws InterruptedException {
    System.setProperty(RUN, run);
    seen = observation;
    started.clear();
    return run(() -> {});
  }

  private static State state(CheckResult result) {
    return result.part().report().races().get(0).standing().state();
  }

  @Test
  void newRace_fails_andAKnownOneDoesNot() throws Exception {
    CheckResult first = build("1", with(BALANCE));
    assertThat(first.failure()).containsInstanceOf(RaceFoundError.class);
    assertThat(first.failure().orElseThrow()).hasMessageContaining("new: no earlier run has shown");
    assertThat(state(first)).isEqualTo(State.NEW);
    CheckResult again = build("1", with(BALANCE));
    assertThat(again.failure()).containsInstanceOf(RaceFoundError.class);

    CheckResult next = build("2", with(BALANCE));
    assertThat(next.failure()).isEmpty();
    assertThat(state(next)).isEqualTo(State.KNOWN);
    assertThat(next.part().report().races().get(0).history().accepted()).isEmpty();
    assertThat(next.warnings())
        .anyMatch(text -> text.startsWith("accepted (known since 20") && text.contains("balance"));
  }

  @Test
  void underTheUsualGate_aKnownRaceFails_andSaysSinceWhen() throws Exception {
    gate(Gate.ALL);
    build("1", with(BALANCE));
    CheckResult next = build("2", with(BALANCE));

    assertThat(next.failure()).containsInstanceOf(RaceFoundError.class);
    assertThat(next.failure().orElseThrow()).hasMessageContaining("\n  known since 20");
    assertThat(state(next)).isEqualTo(State.KNOWN);
  }

  @Test
  void newRaceBesideAKnownOne_fails_andOnlyTheNewOneIsTheFailure() throws Exception {
    build("1", with(BALANCE));
    FoundRace owner = FoundRaces.race("Account.owner", Grade.OBSERVED);
    CheckResult next = build("2", with(BALANCE, owner));

    assertThat(((RaceFoundError) next.failure().orElseThrow()).races())
        .containsExactly(owner.race());
    assertThat(next.part().report().races())
        .extracting(race -> race.variable().name() + " " + race.standing().state())
        .containsExactlyInAnyOrder("Account.owner NEW", "Account.balance KNOWN");
  }

  @Test
  void withoutAFile_nothingIsJudged_andNothingIsWritten() throws Exception {
    known = KnownSource.UNUSED;
    CheckResult result = build("1", with(BALANCE));

    assertThat(result.part().report().races().get(0).standing()).isEqualTo(Standing.UNKNOWN);
    assertThat(result.failure().orElseThrow().getMessage()).doesNotContain("known since", "new:");
    assertThat(file).doesNotExist();
  }

  @Test
  void nextBuild_beginsWithTheScheduleThatHasShownIt_thenAsPlanned() throws Exception {
    racyFrom = 6;
    gate(Gate.ALL);
    CheckResult first = build("1", with());
    assertThat(first.failure()).containsInstanceOf(RaceFoundError.class);
    List<SeededSchedule> planned = List.copyOf(started);
    SeededSchedule shown = planned.get(5);
    racyFrom = Integer.MAX_VALUE;
    build("2", with());

    assertThat(shown).isNotEqualTo(planned.get(0));
    assertThat(started.get(0)).isEqualTo(shown);
    assertThat(started.get(3)).isEqualTo(shown);
    assertThat(started.get(4)).isEqualTo(planned.get(4));
  }

  @Test
  void locationsOfAKnownRace_areTheTargetOfTheThirdRepetition() throws Exception {
    gate(Gate.ALL);
    build("1", with(BALANCE));
    build("2", with());

    assertThat(started.get(0).target()).isEqualTo(Target.NONE);
    assertThat(started.get(2).target()).isEqualTo(BALANCE.details().target());
    assertThat(started.get(2).seed()).isEqualTo(started.get(0).seed());
  }

  @Test
  void raceThatDidNotCome_isMissed_butOnlyIfTheTestCameToItsEnd() throws Exception {
    build("1", with(BALANCE));

    CheckResult failed = failing("2");
    assertThat(failed.part().missed()).isEmpty();
    damagedFrom = 1;
    assertThat(build("3", with()).part().missed()).isEmpty();
    damagedFrom = Integer.MAX_VALUE;

    TestPart part = build("4", with()).part();
    assertThat(part.missed()).extracting(KnownRace::key).containsExactly(BALANCE.key());
    assertThat(part.missed().get(0).text()).contains("race (OBSERVED) on Account.balance");
  }

  private CheckResult failing(String run) throws InterruptedException {
    System.setProperty(RUN, run);
    seen = with();
    return run(
        () -> {
          throw new AssertionError("for another reason");
        });
  }

  @Test
  void replay_judgesNothing() throws Exception {
    build("1", with(BALANCE));
    replay = Optional.of(started.get(0));
    assertThat(build("2", with()).part().missed()).isEmpty();
  }

  @Test
  void knownDeadlock_passes_andANewOneFails() throws Exception {
    FoundDeadlock deadlock = FoundDeadlocks.deadlock(Grade.WITNESSED);
    CheckResult first = build("1", deadlocked(deadlock));
    assertThat(first.failure()).containsInstanceOf(DeadlockFoundError.class);
    assertThat(first.failure().orElseThrow()).hasMessageContaining("new: no earlier run has shown");

    CheckResult next = build("2", deadlocked(deadlock));
    assertThat(next.failure()).isEmpty();
    assertThat(next.part().report().deadlocks().get(0).standing().state()).isEqualTo(State.KNOWN);
    CheckResult other = build("3", deadlocked(FoundDeadlocks.deadlock(Grade.WITNESSED, 7)));
    assertThat(other.failure()).containsInstanceOf(DeadlockFoundError.class);

    TestPart mended = build("4", with()).part();
    assertThat(mended.missed())
        .hasSize(2)
        .allMatch(race -> race.key().variable().equals("deadlock"));
    // Both get their seed twice, then their requests as a target.
    assertThat(started.get(4).target()).isEqualTo(deadlock.target());
    assertThat(started.get(0).isTargeted()).isFalse();
  }

  /** The thread whose request was ended has not done its work. */
  @Test
  void failureOfARepetition_thatWasLedIntoAKnownDeadlock_failsNothing() throws Exception {
    FoundDeadlock deadlock = FoundDeadlocks.deadlock(Grade.WITNESSED);
    build("1", observed(false, List.of(deadlock)));
    System.setProperty(RUN, "2");
    seen = observed(true, List.of());
    started.clear();
    CheckResult next =
        run(
            () -> {
              if (started.get(started.size() - 1).isTargeted()) {
                throw new AssertionError("half of the work is missing");
              }
            });
    assertThat(started).anyMatch(SeededSchedule::isTargeted);
    assertThat(next.failure()).isEmpty();
  }

  private static Observation deadlocked(FoundDeadlock deadlock) {
    return observed(false, List.of(deadlock));
  }

  private static Observation observed(boolean isConfirmed, List<FoundDeadlock> deadlocks) {
    return new Observation(
        10,
        5,
        2,
        false,
        false,
        isConfirmed,
        List.of(),
        deadlocks,
        List.of(),
        List.of(),
        Interleaving.UNKNOWN);
  }

  @Test
  void expectedRace_isNoneOfTheKnownOnes() throws Exception {
    expectation = new Expectation.SomeRace("Account.balance", Grade.OBSERVED);
    CheckResult result = build("1", with(BALANCE));

    assertThat(result.failure()).isEmpty();
    assertThat(state(result)).isEqualTo(State.ACCEPTED);
    assertThat(file).doesNotExist();
  }

  @Test
  void damagedFile_isAWarningOfTheReport_once() throws Exception {
    Files.writeString(file, "no JSON");

    assertThat(build("1", with()).part().report().warnings())
        .singleElement()
        .asString()
        .startsWith("known.json is not a file of known races");
    assertThat(build("1", with()).part().report().warnings()).isEmpty();
  }
}
