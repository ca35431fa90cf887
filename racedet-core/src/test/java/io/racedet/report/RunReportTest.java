package io.racedet.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.race.Grade;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunReportTest {
  private static RunReport of(ReportedRace... races) {
    return RunReport.of("1", List.of(), List.of(races), List.of());
  }

  private static TestRun test(String id, Outcome outcome, int repetitions, String seed) {
    return new TestRun(
        id,
        id,
        "T",
        outcome,
        repetitions,
        10L * repetitions,
        seed,
        List.of("fasttrack"),
        List.of(),
        List.of(),
        0,
        List.of());
  }

  @Test
  void raceOfTwoParts_isKeptOnce_asTheBetterProvedWithAllSightings() {
    ReportedRace predicted = BankReport.opened(Grade.PREDICTED, 14, 24);
    ReportedRace confirmed = BankReport.opened(Grade.CONFIRMED, 14, 24);

    RunReport merged = RunReport.merge(List.of(of(predicted), of(confirmed)));

    assertThat(merged.races()).hasSize(1);
    ReportedRace race = merged.races().get(0);
    assertThat(race.grade()).isEqualTo(Grade.CONFIRMED);
    assertThat(race.pairs()).isEqualTo(2);
    assertThat(race.history().sightings()).hasSize(1);
  }

  @Test
  void replayOfTwoTests_isOfTheFirstSighting() {
    ReportedRace worse = BankReport.opened(Grade.PREDICTED, 14, 24);
    ReportedRace better = BankReport.opened(Grade.CONFIRMED, 14, 24);
    Occurrence ofWorse = new Occurrence("a", 1, "s1", "");
    Occurrence ofBetter = new Occurrence("b", 2, "s2", "");

    ReportedRace merged =
        RunReport.merge(
                List.of(
                    of(worse.with(History.of(List.of(ofWorse), "replay of a"))),
                    of(better.with(History.of(List.of(ofBetter), "replay of b")))))
            .races()
            .get(0);

    assertThat(merged.history().replay()).isEqualTo("replay of b");
    assertThat(merged.history().sightings()).containsExactly(ofBetter, ofWorse);
  }

  @Test
  void testThatRanTwice_hasTheWorseOutcome_andBothCounts() {
    RunReport one =
        RunReport.of("1", List.of(test("a", Outcome.RACES, 3, "s3")), List.of(), List.of("w"));
    RunReport two =
        RunReport.of("1", List.of(test("a", Outcome.PASSED, 4, "s4")), List.of(), List.of("w"));

    RunReport merged = RunReport.merge(List.of(two, one));

    assertThat(merged.tests()).containsExactly(test("a", Outcome.RACES, 7, "s3"));
    assertThat(merged.warnings()).containsExactly("w");
  }

  @Test
  void parts_inAnyOrder_giveTheSameReport() {
    List<RunReport> parts = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      ReportedRace race = BankReport.opened(Grade.OBSERVED, 14, 24);
      ReportedVariable variable = new ReportedVariable("k" + i, "n", "c" + i % 3);
      parts.add(
          RunReport.of(
              "1",
              List.of(test("t" + i, Outcome.PASSED, 1, "")),
              List.of(on(variable, race)),
              List.of()));
    }
    RunReport inOrder = RunReport.merge(parts);
    Collections.reverse(parts);

    assertThat(RunReport.merge(parts)).isEqualTo(inOrder);
    assertThat(inOrder.races())
        .extracting(race -> race.variable().key())
        .containsExactly("k0", "k3", "k1", "k4", "k2", "k5");
  }

  @Test
  void sightingsThatAreNotListed_areAdded() {
    ReportedRace race = BankReport.opened(Grade.OBSERVED, 14, 24);
    List<RunReport> parts = new ArrayList<>();
    for (int more : List.of(3, 0, 4)) {
      ReportedRace seen = race.with(race.history().seen(race.history().sightings(), more));
      parts.add(RunReport.of("1", List.of(), List.of(seen), List.of()));
    }

    ReportedRace merged = RunReport.merge(parts).races().get(0);

    assertThat(merged.history().unlisted()).isEqualTo(7);
    assertThat(merged.history().sightings()).isEqualTo(race.history().sightings());
  }

  @Property(tries = 50)
  void merging_losesNoTestAndNoRace(@ForAll long seed) {
    RandomReport random = new RandomReport(seed);
    List<RunReport> parts = List.of(random.next(), random.next(), random.next());

    RunReport merged = RunReport.merge(parts);

    assertThat(merged.races().stream().map(ReportedRace::key))
        .doesNotHaveDuplicates()
        .containsAll(
            parts.stream().flatMap(p -> p.races().stream()).map(ReportedRace::key).toList());
    assertThat(merged.tests().stream().map(TestRun::id))
        .doesNotHaveDuplicates()
        .containsAll(parts.stream().flatMap(p -> p.tests().stream()).map(TestRun::id).toList());
    assertThat(merged.tests().stream().mapToInt(TestRun::repetitions).sum())
        .isEqualTo(
            parts.stream().flatMap(p -> p.tests().stream()).mapToInt(TestRun::repetitions).sum());
  }

  private static ReportedRace on(ReportedVariable variable, ReportedRace race) {
    return race.with(new Conflict(variable, race.kind(), race.first(), race.second()));
  }

  @Test
  void key_whenLinesMove_isTheSame() {
    assertThat(BankReport.opened(Grade.OBSERVED, 14, 24).key())
        .isEqualTo(BankReport.opened(Grade.OBSERVED, 140, 99).key());
  }

  @Test
  void key_whicheverAccessCameFirst_isTheSame() {
    assertThat(RaceKey.of("v", "b", "a")).isEqualTo(RaceKey.of("v", "a", "b"));
  }

  @Test
  void fingerprint_tellsVariablesAndPlacesApart() {
    assertThat(
            List.of(
                RaceKey.of("v", "a", "b").fingerprint(),
                RaceKey.of("w", "a", "b").fingerprint(),
                RaceKey.of("v", "a", "c").fingerprint(),
                RaceKey.of("v", "b", "c").fingerprint()))
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource({
    "Account.java:17, Account.java, 17",
    "Account.java, Account.java, 0",
    "a:b:3, a:b, 3",
    "a:0, a:0, 0",
    ":5, :5, 0",
    "x:12345678901, x:12345678901, 0",
    "'', '', 0"
  })
  void locationOfATrace_isFileAndLine_whereItHasThem(String text, String file, int line) {
    assertThat(Instruction.of(text)).isEqualTo(new Instruction("", "", "", -1, file, line));
  }

  /** What one JVM knows, another one that started later may have learnt from it. */
  @Test
  void raceThatIsNewInOnePart_isNew_withAllOwners() {
    ReportedRace known = standing(Standing.State.KNOWN, "2026-01-02", "@ann");
    ReportedRace isNew = standing(Standing.State.NEW, "", "@bob");

    for (List<RunReport> parts :
        List.of(List.of(of(known), of(isNew)), List.of(of(isNew), of(known)))) {
      Standing merged = RunReport.merge(parts).races().get(0).standing();
      assertThat(merged.state()).isEqualTo(Standing.State.NEW);
      assertThat(merged.since()).isEmpty();
      assertThat(merged.owners()).containsExactlyInAnyOrder("@ann", "@bob");
    }
  }

  private static ReportedRace standing(Standing.State state, String since, String owner) {
    ReportedRace race = BankReport.opened(Grade.WITNESSED, 14, 24);
    return race.with(race.history().with(new Standing(state, since, List.of(owner))));
  }

  @Test
  void races_areSortedByTheirState_theNewOnesFirst() {
    assertThat(RunReport.merge(List.of(KnownReports.report())).races())
        .extracting(race -> race.standing().state())
        .containsExactly(Standing.State.NEW, Standing.State.KNOWN, Standing.State.ACCEPTED);
  }

  @Test
  void goneRace_staysGone_unlessAnotherPartHasFoundIt() {
    ReportedRace found = KnownReports.race(Standing.State.KNOWN);
    GoneRace gone = new GoneRace(KnownReports.known(found, "t"), List.of("@ann"));
    RunReport without =
        new RunReport("1", List.of(), List.of(), List.of(), List.of(gone), List.of());

    assertThat(RunReport.merge(List.of(without, without)).gone()).containsExactly(gone);
    assertThat(RunReport.merge(List.of(without, of(found))).gone()).isEmpty();
    assertThat(RunReport.merge(List.of(of(found), without)).gone()).isEmpty();
  }
}
