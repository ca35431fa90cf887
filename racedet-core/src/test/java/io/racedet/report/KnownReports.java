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
    return BankReport.opened(Grade.WITNESSED, 14, 24)
        .change()
        .variable(
            new ReportedVariable(
                "com.acme.bank.Account." + field, "Account." + field, "com.acme.bank.Account"))
        .acceptance("", state == State.ACCEPTED ? "it is only shown" : "")
        .standing(new Standing(state, state == State.KNOWN ? "2026-01-02" : "", List.of(owners)))
        .make();
  }

  /** An entry of a file of known races that has the key of a race. */
  public static KnownRace known(ReportedRace race, String... tests) {
    return new KnownRace(
        race.key().variable(),
        race.key().first(),
        race.key().second(),
        race.kind().text(),
        race.headline(),
        race.grade(),
        true,
        race.places(),
        "2026-01-02T03:04:05Z",
        "2026-02-03T04:05:06Z",
        "run-1",
        List.of(tests).stream().map(test -> new KnownRace.ByTest(test, 0, "run-1")).toList(),
        List.of("NOISE:7"),
        List.of(),
        "");
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
