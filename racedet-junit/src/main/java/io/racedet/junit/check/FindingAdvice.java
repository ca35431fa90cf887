package io.racedet.junit.check;

import io.racedet.junit.advice.RaceAdvice;
import io.racedet.junit.report.Found;
import io.racedet.junit.report.FoundRace;
import io.racedet.report.RaceKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What to do about the findings of one test, worked out when it is first asked for. */
final class FindingAdvice {
  private final CheckState check;
  private final Map<RaceKey, String> known = new HashMap<>();
  private RaceAdvice races; // null before it is needed

  FindingAdvice(CheckState check) {
    this.check = check;
  }

  /** Returns a finding with what to do about it, if more is known than for all of its kind. */
  Found advised(Found found) {
    return found instanceof FoundRace race
        ? race.fixedBy(known.computeIfAbsent(race.key(), key -> races().of(race.reported())))
        : found;
  }

  private RaceAdvice races() {
    if (races == null) {
      List<FoundRace> found =
          check.results().all().stream()
              .filter(FoundRace.class::isInstance)
              .map(FoundRace.class::cast)
              .toList();
      races =
          new RaceAdvice(
              check.recorder().classFiles(), found.stream().map(FoundRace::reported).toList());
    }
    return races;
  }
}
