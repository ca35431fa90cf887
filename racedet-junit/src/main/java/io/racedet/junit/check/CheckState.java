package io.racedet.junit.check;

import io.racedet.junit.advice.RaceAdvice;
import io.racedet.junit.deadlocks.DeadlockConfirmation;
import io.racedet.junit.known.Known;
import io.racedet.junit.report.Found;
import io.racedet.junit.report.FoundRace;
import io.racedet.junit.settings.Options;
import io.racedet.report.ReportedRace;
import java.util.List;

/** What one run of a check works with, and what it has found so far. */
record CheckState(
    CheckSubject subject,
    Options options,
    Expectation expectation,
    Acceptance acceptance,
    Known known,
    TestRecorder recorder,
    RepetitionResults results,
    ConfirmationSearch search,
    DeadlockConfirmation deadlocks) {
  /**
   * Returns a finding with what to do about it, if more is known than for every one of its kind.
   */
  Found advised(Found found) {
    if (!(found instanceof FoundRace race)) {
      return found;
    }
    List<ReportedRace> all =
        results.all().stream()
            .map(Found::reported)
            .filter(ReportedRace.class::isInstance)
            .map(ReportedRace.class::cast)
            .toList();
    return race.fixedBy(new RaceAdvice(recorder.classFiles()).of(race.reported(), all));
  }
}
