package io.racedet.junit.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.Schedule;
import io.racedet.junit.report.Target;
import io.racedet.race.Grade;
import io.racedet.report.KnownRace;
import io.racedet.report.RaceKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which repetitions come first when something is known of a test. */
class KnownFirstTest {
  private static final Plan.Rotation ALL = new Plan.Rotation(List.of(Schedule.values()), 1);
  private static final SeededSchedule NOISE = new SeededSchedule(Schedule.NOISE, 7);
  private static final SeededSchedule TARGETED =
      NOISE.at(new Target.Pair("A.f()V#1", "A.g()V#2"), 3, -1, 1);

  private static KnownRace race(
      String variable, List<String> seeds, List<String> replay, String file) {
    return new KnownRace(
        RaceKey.ofTexts(variable, "a", "b"),
        "write-write",
        "",
        Grade.OBSERVED,
        true,
        List.of(),
        new KnownRace.Seen("", "", "1"),
        List.of(),
        new KnownRace.Again(seeds, replay, file));
  }

  private static List<SeededSchedule> all(KnownFirst first) {
    List<SeededSchedule> all = new ArrayList<>();
    for (Optional<SeededSchedule> next = first.next(); next.isPresent(); next = first.next()) {
      all.add(next.get());
    }
    return all;
  }

  @Test
  void seedThatShowedIt_isTriedTwice_thenTheTwoLocations_thenAnEarlierSeed() {
    KnownRace race =
        race("x", List.of("NOISE:7", "PRIORITY:8"), ReplayFiles.lines(TARGETED, "x"), "");

    assertThat(all(new KnownFirst(ALL, List.of(race))))
        .containsExactly(NOISE, NOISE, TARGETED, new SeededSchedule(Schedule.PRIORITY, 8));
  }

  @Test
  void confirmedRace_isTriedAsItWasConfirmedFirst() {
    KnownRace race =
        race("x", List.of("NOISE:7"), ReplayFiles.lines(TARGETED, "x"), "target/x.replay");

    assertThat(all(new KnownFirst(ALL, List.of(race))))
        .containsExactly(TARGETED, NOISE, NOISE, NOISE);
  }

  @Test
  void deadlock_isTriedByItsRequests() {
    Target cycle =
        new Target.Cycle(
            List.of(
                new Target.Cycle.Request(List.of("A.f()V#1", "A.main()V#0"), false),
                new Target.Cycle.Request(List.of("A.g()V#2"), true)));
    SeededSchedule into = NOISE.at(cycle, 5);

    assertThat(
            all(
                new KnownFirst(
                    ALL, List.of(race("x", List.of(), ReplayFiles.lines(into, ""), "")))))
        .hasSize(4)
        .containsOnly(into);
  }

  @Test
  void severalRaces_takeTurns_andLeaveRepetitionsForOthers() {
    List<KnownRace> races =
        IntStream.range(0, 20)
            .mapToObj(i -> race("x" + i, List.of("NOISE:" + i), List.of(), ""))
            .toList();

    assertThat(all(new KnownFirst(ALL, races)))
        .hasSize(12)
        .containsExactlyElementsOf(
            IntStream.range(0, 12).mapToObj(i -> new SeededSchedule(Schedule.NOISE, i)).toList());
  }

  @Test
  void raceThatWasFound_isNotTriedAgain() {
    KnownRace one = race("one", List.of("NOISE:1", "NOISE:2"), List.of(), "");
    KnownRace two = race("two", List.of("NONE:1", "NONE:2"), List.of(), "");
    KnownFirst first = new KnownFirst(ALL, List.of(one, two));

    assertThat(first.next()).contains(new SeededSchedule(Schedule.NOISE, 1));
    first.found(one.key());
    assertThat(all(first))
        .containsExactly(
            new SeededSchedule(Schedule.NONE, 1),
            new SeededSchedule(Schedule.NONE, 1),
            new SeededSchedule(Schedule.NONE, 2),
            new SeededSchedule(Schedule.NONE, 1));
  }

  @Test
  void schedulesThatTheTestRulesOut_areNotUsed() {
    KnownRace race =
        race("x", List.of("NOISE:7", "NONE:8"), ReplayFiles.lines(TARGETED, "x"), "file");
    Plan plan = new Plan.Rotation(List.of(Schedule.NONE), 1);

    assertThat(all(new KnownFirst(plan, List.of(race))))
        .containsOnly(new SeededSchedule(Schedule.NONE, 8));
    assertThat(all(new KnownFirst(new Plan.Replay(NOISE), List.of(race)))).isEmpty();
  }

  @Test
  void textsOfAnotherVersion_areLeftOut() {
    KnownRace race =
        race("x", List.of("CHAOS:7", "NOISE:x", "NOISE:7"), List.of("racedet replay 2"), "");

    assertThat(all(new KnownFirst(ALL, List.of(race)))).containsOnly(NOISE);
  }
}
