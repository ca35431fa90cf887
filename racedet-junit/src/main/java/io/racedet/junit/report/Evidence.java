package io.racedet.junit.report;

import io.racedet.race.Access;
import io.racedet.race.Race;
import io.racedet.report.Instruction;
import io.racedet.report.RaceKey;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedVariable;
import io.racedet.report.Timeline;
import java.util.List;

/**
 * A race as the report files have it.
 *
 * @param variable the variable
 * @param first the earlier access
 * @param second the later access
 * @param timeline what the two threads did around the accesses
 */
public record Evidence(
    ReportedVariable variable, ReportedAccess first, ReportedAccess second, Timeline timeline) {
  /**
   * Makes the best of what an engine alone knows.
   *
   * @param race the race
   * @param variable the name of the variable
   * @return places without classes
   */
  public static Evidence of(Race race, String variable) {
    return new Evidence(
        new ReportedVariable(variable, variable, ""),
        access(race.first()),
        access(race.second()),
        Timeline.NONE);
  }

  private static ReportedAccess access(Access access) {
    return access.isKnown()
        ? new ReportedAccess(
            access.index(),
            access.thread(),
            access.write(),
            access.atomic(),
            Instruction.of(access.location()),
            List.of(),
            List.of(),
            List.of(),
            "")
        : ReportedAccess.UNKNOWN;
  }

  /**
   * Returns what tells this race from others in every run.
   *
   * @return the key
   */
  public RaceKey key() {
    return RaceKey.of(variable.key(), first.site().key(), second.site().key());
  }
}
