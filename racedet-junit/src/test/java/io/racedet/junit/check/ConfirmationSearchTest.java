package io.racedet.junit.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.Schedule;
import io.racedet.junit.baseline.BaselineSource;
import io.racedet.junit.known.Known;
import io.racedet.junit.report.FoundRace;
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
  private static final Target LOCATIONS = new Target.Pair("A.f()V#1", "A.g()V#2");
  private static final Target OTHERS = new Target.Pair("A.f()V#3", "A.g()V#4");
  private static final Plan EVERY_SCHEDULE = new Plan.Rotation(List.of(Schedule.values()), 7);
  private static final int MAX_ATTEMPTS = 50;

  @TempDir private Path directory;

  private ConfirmationSearch search(Plan plan) {
    return new ConfirmationSearch(
        plan, new ReplayFiles(directory, "AccountTest.transfers()"), nothingAccepted());
  }

  private Acceptance nothingAccepted() {
    Path nowhere = directory.resolve("no-baseline.txt");
    return new Acceptance(
        new BaselineSource(nowhere, false, false),
        new Expectation.NoRace(Grade.PREDICTED),
        Known.NONE);
  }

  private static Observation seen(boolean confirmed, FoundRace... races) {
    return new Observation(10, 5, 2, false, false, confirmed, List.of(races));
  }

  private static FoundRace race(Target target) {
    return FoundRaces.race("Account.balance", Grade.OBSERVED, target);
  }

  /** Lets the first repetition find races. */
  private ConfirmationSearch after(Plan plan, FoundRace... races) {
    ConfirmationSearch search = search(plan);
    search.evaluate(plan.repetition(0), seen(false, races));
    return search;
  }

  @Test
  void nothingFound_targetsNothing() {
    ConfirmationSearch search = search(EVERY_SCHEDULE);
    assertThat(search.targeted(0)).isEmpty();
    assertThat(search.ordinary(0)).isEqualTo(EVERY_SCHEDULE.repetition(0));
    assertThat(search.summary()).isEmpty();
  }

  @Test
  void raceWithUnknownLocation_isNotTargeted() {
    assertThat(after(EVERY_SCHEDULE, race(new Target.Pair("", "A.g()V#2"))).targeted(1)).isEmpty();
  }

  @Test
  void damagedRecording_isNotBelieved() {
    ConfirmationSearch search = search(EVERY_SCHEDULE);
    search.evaluate(
        EVERY_SCHEDULE.repetition(0),
        new Observation(10, 5, 2, false, true, false, List.of(race(LOCATIONS))));
    assertThat(search.targeted(1)).isEmpty();
  }

  @Test
  void withoutTargetedSchedule_nothingIsTargeted() {
    Plan plan = new Plan.Rotation(List.of(Schedule.NOISE), 7);
    assertThat(after(plan, race(LOCATIONS)).targeted(1)).isEmpty();
  }

  @Test
  void attempts_delayNoThreadThenTheFirstThenTheSecond() {
    ConfirmationSearch search = after(EVERY_SCHEDULE, race(LOCATIONS));
    Set<Integer> late = new HashSet<>();
    for (int i = 1; i <= 3; i++) {
      SeededSchedule how = search.targeted(i).orElseThrow();
      assertThat(how.target()).isEqualTo(LOCATIONS);
      late.add(how.late());
      search.evaluate(how, seen(false));
    }
    assertThat(late).containsExactlyInAnyOrder(-1, 1, 2);
  }

  @Test
  void twoRaces_areAttemptedInTurn() {
    ConfirmationSearch search = after(EVERY_SCHEDULE, race(LOCATIONS), race(OTHERS));
    SeededSchedule first = search.targeted(1).orElseThrow();
    search.evaluate(first, seen(false));
    assertThat(search.targeted(2).orElseThrow().target()).isNotEqualTo(first.target());
  }

  @Test
  void raceNeverConfirmed_isGivenUp() {
    ConfirmationSearch search = after(EVERY_SCHEDULE, race(LOCATIONS));
    int attempts = 0;
    Optional<SeededSchedule> next = search.targeted(1);
    while (next.isPresent()) {
      search.evaluate(next.get(), seen(false));
      attempts++;
      next = search.targeted(attempts + 1);
    }
    assertThat(attempts).isEqualTo(MAX_ATTEMPTS);
    assertThat(search.summary()).hasValue("50 (Account.balance not confirmed in 50)");
  }

  @Test
  void everyFourthRepetition_looksForMoreRaces() {
    ConfirmationSearch search = after(EVERY_SCHEDULE, race(LOCATIONS));
    List<Boolean> targeted =
        IntStream.range(1, 9).mapToObj(i -> search.ordinary(i).target().isKnown()).toList();
    assertThat(targeted).containsExactly(true, true, false, true, true, true, false, true);
  }

  @Test
  void raceWithAllItsAttempts_isTargetedInEveryFourthRepetition() {
    ConfirmationSearch search = after(EVERY_SCHEDULE, race(LOCATIONS));
    for (int i = 1; i <= MAX_ATTEMPTS; i++) {
      search.evaluate(search.targeted(i).orElseThrow(), seen(false));
    }
    List<Boolean> targeted =
        IntStream.range(100, 108).mapToObj(i -> search.ordinary(i).target().isKnown()).toList();
    assertThat(targeted).containsExactly(false, false, false, true, false, false, false, true);

    search.evaluate(search.ordinary(103), seen(true));
    assertThat(search.ordinary(107).target().isKnown()).isFalse();
    assertThat(search.summary()).hasValue("51 (Account.balance confirmed in attempt 51)");
  }

  @Test
  void threadsHeldAtBoth_confirmsTheRace_andWritesAFileThatRepeatsIt() throws IOException {
    ConfirmationSearch search = after(EVERY_SCHEDULE, race(LOCATIONS));
    search.evaluate(search.targeted(1).orElseThrow(), seen(false));
    SeededSchedule how = search.targeted(2).orElseThrow();
    Observation evaluated = search.evaluate(how, seen(true));

    FoundRace confirmed = evaluated.races().get(0);
    assertThat(confirmed.race().grade()).isEqualTo(Grade.CONFIRMED);
    assertThat(confirmed.confirmation().attempt()).isEqualTo(2);
    assertThat(ReplayFiles.read(Path.of(confirmed.confirmation().replay()))).isEqualTo(how);
    assertThat(search.withKnownGrades(List.of(race(LOCATIONS))).get(0).race().grade())
        .isEqualTo(Grade.CONFIRMED);
    assertThat(search.targeted(3)).isEmpty();
    assertThat(search.summary()).hasValue("2 (Account.balance confirmed in attempt 2)");
  }

  /** They are found in the order of the trace, and confirmed in another one. */
  @Test
  void confirmedRaces_comeFirst_theOthersInTheirOrder() {
    FoundRace one = FoundRaces.race("x", Grade.WITNESSED, LOCATIONS);
    FoundRace other = FoundRaces.race("y", Grade.OBSERVED, OTHERS);
    FoundRace last = FoundRaces.race("z", Grade.OBSERVED);
    ConfirmationSearch search = after(EVERY_SCHEDULE, one, other, last);
    search.evaluate(EVERY_SCHEDULE.repetition(1).at(OTHERS, 1, -1, -1), seen(true));
    Expectation none = new Expectation.NoRace(Grade.PREDICTED);
    RepetitionResults results = new RepetitionResults(nothingAccepted(), none);
    Repetition first = new Repetition(1, EVERY_SCHEDULE.repetition(0), null);
    results.add(first, seen(false, one, other, last), Optional.empty(), none);
    results.applyGrades(search);
    assertThat(results.decisive()).extracting(FoundRace::variable).containsExactly("y", "x", "z");
  }

  @Test
  void fileThatCannotBeWritten_isAWarning_andTheRaceIsConfirmed() throws IOException {
    Path taken = Files.writeString(directory.resolve("taken"), "");
    ConfirmationSearch search =
        new ConfirmationSearch(EVERY_SCHEDULE, new ReplayFiles(taken, "A.b()"), nothingAccepted());
    search.evaluate(EVERY_SCHEDULE.repetition(0), seen(false, race(LOCATIONS)));
    Observation evaluated = search.evaluate(search.targeted(1).orElseThrow(), seen(true));
    assertThat(evaluated.races().get(0).race().grade()).isEqualTo(Grade.CONFIRMED);
    assertThat(search.warnings())
        .singleElement()
        .asString()
        .startsWith("the replay file of a confirmed race could not be written: ");
  }

  @Test
  void replay_repeatsThePerturbation_andVariesItEveryOtherTime() {
    SeededSchedule how = new SeededSchedule(Schedule.NOISE, 4711).at(LOCATIONS, 12, -1, 2);
    ConfirmationSearch search = search(new Plan.Replay(how));
    assertThat(search.ordinary(0)).isEqualTo(how);
    assertThat(search.ordinary(1)).isNotEqualTo(how);
    assertThat(search.ordinary(1).target()).isEqualTo(LOCATIONS);
    assertThat(search.ordinary(2)).isEqualTo(how);
  }
}
