package io.racedet.junit.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.Schedule;
import io.racedet.junit.baseline.BaselineSource;
import io.racedet.junit.report.RaceStory;
import io.racedet.junit.report.Target;
import io.racedet.junit.settings.Plan;
import io.racedet.junit.settings.ReplayFiles;
import io.racedet.junit.settings.SeededSchedule;
import io.racedet.race.Grade;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfirmationSearchTest {
  private static final Target PLACES = new Target("A.f()V#1", "A.g()V#2");
  private static final Target OTHERS = new Target("A.f()V#3", "A.g()V#4");
  private static final Plan EVERY_SCHEDULE = new Plan.Rotation(List.of(Schedule.values()), 7);
  private static final int MOST_TRIES = 50;

  @TempDir private Path directory;

  private ConfirmationSearch pursuit(Plan plan) {
    return new ConfirmationSearch(
        plan, new ReplayFiles(directory, "AccountTest.transfers()"), nothingAccepted());
  }

  private Acceptance nothingAccepted() {
    Path nowhere = directory.resolve("no-baseline.txt");
    return new Acceptance(
        new BaselineSource(nowhere, false, false), new Expectation.NoRace(Grade.PREDICTED));
  }

  private static Observation seen(boolean caught, RaceStory... races) {
    return new Observation(10, 5, 2, false, false, caught, List.of(races));
  }

  private static RaceStory race(Target target) {
    return Stories.story("Account.balance", Grade.OBSERVED, target);
  }

  /** Lets the first repetition find races. */
  private ConfirmationSearch after(Plan plan, RaceStory... races) {
    ConfirmationSearch pursuit = pursuit(plan);
    pursuit.judge(plan.repetition(0), seen(false, races));
    return pursuit;
  }

  @Test
  void nothingFound_aimsAtNothing() {
    ConfirmationSearch pursuit = pursuit(EVERY_SCHEDULE);
    assertThat(pursuit.aimed(0)).isEmpty();
    assertThat(pursuit.ordinary(0)).isEqualTo(EVERY_SCHEDULE.repetition(0));
    assertThat(pursuit.summary()).isEmpty();
  }

  @Test
  void raceWithUnknownPlace_isNotAimedAt() {
    assertThat(after(EVERY_SCHEDULE, race(new Target("", "A.g()V#2"))).aimed(1)).isEmpty();
  }

  @Test
  void damagedRecording_isNotBelieved() {
    ConfirmationSearch pursuit = pursuit(EVERY_SCHEDULE);
    pursuit.judge(
        EVERY_SCHEDULE.repetition(0),
        new Observation(10, 5, 2, false, true, false, List.of(race(PLACES))));
    assertThat(pursuit.aimed(1)).isEmpty();
  }

  @Test
  void withoutTargetedSchedule_nothingIsAimedAt() {
    Plan plan = new Plan.Rotation(List.of(Schedule.NOISE), 7);
    assertThat(after(plan, race(PLACES)).aimed(1)).isEmpty();
  }

  @Test
  void tries_letNobodyThenTheOneThenTheOtherBeginLate() {
    ConfirmationSearch pursuit = after(EVERY_SCHEDULE, race(PLACES));
    Set<Integer> late = new HashSet<>();
    for (int i = 1; i <= 3; i++) {
      SeededSchedule how = pursuit.aimed(i).orElseThrow();
      assertThat(how.target()).isEqualTo(PLACES);
      late.add(how.late());
      pursuit.judge(how, seen(false));
    }
    assertThat(late).containsExactlyInAnyOrder(-1, 1, 2);
  }

  @Test
  void twoRaces_areTriedInTurn() {
    ConfirmationSearch pursuit = after(EVERY_SCHEDULE, race(PLACES), race(OTHERS));
    SeededSchedule first = pursuit.aimed(1).orElseThrow();
    pursuit.judge(first, seen(false));
    assertThat(pursuit.aimed(2).orElseThrow().target()).isNotEqualTo(first.target());
  }

  @Test
  void raceNeverCaught_isGivenUp() {
    ConfirmationSearch pursuit = after(EVERY_SCHEDULE, race(PLACES));
    int tries = 0;
    Optional<SeededSchedule> next = pursuit.aimed(1);
    while (next.isPresent()) {
      pursuit.judge(next.get(), seen(false));
      tries++;
      next = pursuit.aimed(tries + 1);
    }
    assertThat(tries).isEqualTo(MOST_TRIES);
    assertThat(pursuit.summary()).hasValue("50 (Account.balance not confirmed in 50)");
  }

  @Test
  void everyFourthRepetition_looksForMoreRaces() {
    ConfirmationSearch pursuit = after(EVERY_SCHEDULE, race(PLACES));
    List<Boolean> aimed =
        IntStream.range(1, 9).mapToObj(i -> pursuit.ordinary(i).target().isKnown()).toList();
    assertThat(aimed).containsExactly(true, true, false, true, true, true, false, true);
  }

  @Test
  void caught_confirmsTheRace_andWritesAFileThatRepeatsIt() throws IOException {
    ConfirmationSearch pursuit = after(EVERY_SCHEDULE, race(PLACES));
    pursuit.judge(pursuit.aimed(1).orElseThrow(), seen(false));
    SeededSchedule how = pursuit.aimed(2).orElseThrow();
    Observation judged = pursuit.judge(how, seen(true));

    RaceStory confirmed = judged.races().get(0);
    assertThat(confirmed.race().grade()).isEqualTo(Grade.CONFIRMED);
    assertThat(confirmed.confirmation().attempt()).isEqualTo(2);
    assertThat(ReplayFiles.read(Path.of(confirmed.confirmation().replay()))).isEqualTo(how);
    assertThat(pursuit.judge(List.of(race(PLACES))).get(0).race().grade())
        .isEqualTo(Grade.CONFIRMED);
    assertThat(pursuit.aimed(3)).isEmpty();
    assertThat(pursuit.summary()).hasValue("2 (Account.balance confirmed in try 2)");
  }

  @Test
  void fileThatCannotBeWritten_isAWarning_andTheRaceIsConfirmed() throws IOException {
    Path taken = Files.writeString(directory.resolve("taken"), "");
    ConfirmationSearch pursuit =
        new ConfirmationSearch(EVERY_SCHEDULE, new ReplayFiles(taken, "A.b()"), nothingAccepted());
    pursuit.judge(EVERY_SCHEDULE.repetition(0), seen(false, race(PLACES)));
    Observation judged = pursuit.judge(pursuit.aimed(1).orElseThrow(), seen(true));
    assertThat(judged.races().get(0).race().grade()).isEqualTo(Grade.CONFIRMED);
    assertThat(pursuit.warnings())
        .singleElement()
        .asString()
        .startsWith("the file that repeats a confirmed race could not be written: ");
  }

  @Test
  void replay_repeatsThePerturbation_andVariesItEveryOtherTime() {
    SeededSchedule how = new SeededSchedule(Schedule.NOISE, 4711).at(PLACES, 12, -1, 2);
    ConfirmationSearch pursuit = pursuit(new Plan.Replay(how));
    assertThat(pursuit.ordinary(0)).isEqualTo(how);
    assertThat(pursuit.ordinary(1)).isNotEqualTo(how);
    assertThat(pursuit.ordinary(1).target()).isEqualTo(PLACES);
    assertThat(pursuit.ordinary(2)).isEqualTo(how);
  }
}
