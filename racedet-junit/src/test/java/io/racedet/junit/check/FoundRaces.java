package io.racedet.junit.check;

import io.racedet.junit.report.FoundRace;
import io.racedet.junit.report.HandOver;
import io.racedet.junit.report.RunDetails;
import io.racedet.junit.report.Target;
import io.racedet.race.Access;
import io.racedet.race.Grade;
import io.racedet.race.Proof;
import io.racedet.race.Race;
import io.racedet.race.RaceKind;
import io.racedet.report.ReportedRace;
import java.util.List;
import java.util.Optional;

/** Races for tests. */
final class FoundRaces {
  private FoundRaces() {}

  static FoundRace race(String variable, Grade grade) {
    return race(variable, grade, "A.java:1", "A.java:2");
  }

  /** A race of two accesses at some locations. */
  static FoundRace race(String variable, Grade grade, String one, String other) {
    Access first = new Access(1, "T1", true, false, one, List.of());
    Access second = new Access(2, "T2", false, false, other, List.of());
    Race race =
        new Race("fasttrack", variable, RaceKind.WRITE_READ, first, second, 1, Proof.of(grade, ""));
    return FoundRace.of(race, ReportedRace.of(race), RunDetails.NONE);
  }

  /** A race with known locations, which can be confirmed. */
  static FoundRace race(String variable, Grade grade, Target target) {
    FoundRace found = race(variable, grade);
    RunDetails details = new RunDetails(target, -1, 1, 2, Optional.empty(), HandOver.UNRELATED);
    return FoundRace.of(found.race(), found.reported(), details);
  }
}
