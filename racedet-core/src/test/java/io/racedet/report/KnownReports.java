package io.racedet.report;

import io.racedet.race.Grade;
import io.racedet.report.Standing.State;
import java.util.List;
import java.util.Locale;

/** Reports of which it is known what is new. */
public final class KnownReports {
  private KnownReports() {}

  /** A race of the bank with a standing; of different states, different variables. */
  public static ReportedRace race(State state, String... owners) {
    String field = state.name().toLowerCase(Locale.ROOT);
    ReportedRace race = BankReport.opened(Grade.WITNESSED, 14, 24);
    ReportedVariable variable =
        new ReportedVariable(
            "com.acme.bank.Account." + field, "Account." + field, "com.acme.bank.Account");
    return race.with(new Conflict(variable, race.kind(), race.first(), race.second()))
        .with(
            race.history()
                .accepted("", state == State.ACCEPTED ? "it is only shown" : "")
                .with(
                    new Standing(
                        state, state == State.KNOWN ? "2026-01-02" : "", List.of(owners))));
  }

  /** An entry of a file of known races that has the key of a race. */
  public static KnownRace known(Finding race, String... tests) {
    return new KnownRace(
        race.key(),
        race.conflict(),
        race.headline(),
        race.grade(),
        true,
        race.places(),
        new KnownRace.Seen("2026-01-02T03:04:05Z", "2026-02-03T04:05:06Z", "run-1"),
        List.of(tests).stream().map(test -> new KnownRace.ByTest(test, 0, "run-1")).toList(),
        new KnownRace.Again(List.of("NOISE:7"), List.of(), ""));
  }

  /** One race of each state, the accepted one first, and one that is gone. */
  public static RunReport report() {
    List<ReportedRace> races =
        List.of(
            race(State.ACCEPTED), race(State.KNOWN, "@acme/bank", "@ann"), race(State.NEW, "@bob"));
    return new RunReport(
        "1",
        BankReport.report().tests(),
        races,
        List.of(),
        List.of(new GoneRace(known(race(State.UNJUDGED), "[test:opens]"), List.of("@cyd"))),
        List.of());
  }
}
