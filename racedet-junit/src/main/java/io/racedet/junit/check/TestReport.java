package io.racedet.junit.check;

import io.racedet.junit.DeadlockFoundError;
import io.racedet.junit.NoRaceFoundError;
import io.racedet.junit.NotCheckedError;
import io.racedet.junit.RaceFoundError;
import io.racedet.junit.baseline.AcceptedRace;
import io.racedet.junit.baseline.BaselineLine;
import io.racedet.junit.report.Confirmation;
import io.racedet.junit.report.DeadlockText;
import io.racedet.junit.report.FailureText;
import io.racedet.junit.report.FoundDeadlock;
import io.racedet.junit.report.FoundRace;
import io.racedet.junit.results.TestPart;
import io.racedet.junit.results.ToolVersion;
import io.racedet.junit.settings.Options;
import io.racedet.junit.settings.ReplayFiles;
import io.racedet.report.KnownRace;
import io.racedet.report.Occurrence;
import io.racedet.report.Outcome;
import io.racedet.report.RaceKey;
import io.racedet.report.ReportedDeadlock;
import io.racedet.report.ReportedRace;
import io.racedet.report.RunReport;
import io.racedet.report.TestRun;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.opentest4j.TestAbortedException;

/** Makes the part of one test in the report files. */
final class TestReport {
  private final Subject subject;
  private final Options options;
  private final Expectation expectation;
  private final RepetitionResults results;
  private final Acceptance acceptance;
  private final TestRecorder recorder;
  private final KnownOfTest known;

  TestReport(
      Subject subject,
      Options options,
      Expectation expectation,
      RepetitionResults results,
      Acceptance acceptance,
      TestRecorder recorder,
      KnownOfTest known) {
    this.known = known;
    this.subject = subject;
    this.options = options;
    this.expectation = expectation;
    this.results = results;
    this.acceptance = acceptance;
    this.recorder = recorder;
  }

  TestPart part(Optional<Throwable> failure, List<String> warnings) {
    List<KnownRace> missed = known.missed(failure);
    known.learn(missed);
    return new TestPart(report(failure, warnings), acceptance.baseline().name(), stale(), missed);
  }

  private RunReport report(Optional<Throwable> failure, List<String> warnings) {
    TestRun test =
        new TestRun(
            subject.id(),
            subject.name(),
            subject.home(),
            outcome(failure),
            results.repetitions(),
            results.events(),
            options.plan().seed(),
            options.engines(),
            recorder.traces(),
            warnings,
            0,
            results.limits());
    Map<RaceKey, ReportedRace> races = new LinkedHashMap<>();
    for (FoundRace found : results.races()) {
      races.putIfAbsent(found.key(), race(found));
    }
    List<String> errors = new ArrayList<>(known.problems());
    results.errors().forEach(error -> errors.add(subject.name() + ": " + error));
    Map<RaceKey, ReportedDeadlock> deadlocks = new LinkedHashMap<>();
    for (FoundDeadlock found : results.deadlocks().all()) {
      deadlocks.putIfAbsent(found.key(), deadlock(found));
    }
    return new RunReport(
        ToolVersion.read(),
        List.of(test),
        List.copyOf(races.values()),
        List.copyOf(deadlocks.values()),
        errors);
  }

  private ReportedDeadlock deadlock(FoundDeadlock found) {
    Occurrence where = results.deadlocks().occurrence(found, subject.id(), trace());
    return found
        .reported()
        .found(
            DeadlockText.reason(found),
            List.of(where),
            replay(found.confirmation(), where),
            BaselineLine.unexplained(found.key()),
            acceptance.accepted(found).orElse(""))
        .withStanding(known.standing(found));
  }

  /** The outcome of the test. */
  Outcome outcome(Optional<Throwable> failure) {
    if (failure.isPresent() && !(failure.get() instanceof TestAbortedException)) {
      return outcome(failure.get());
    }
    if (subject.requirement() == Requirement.COUNTED
        && results.truncated() + results.damaged() > 0) {
      return Outcome.IN_PART;
    }
    if (results.accesses() == 0) {
      return Outcome.NOTHING_RECORDED;
    }
    return results.threads() < 2 ? Outcome.ONE_THREAD : Outcome.PASSED;
  }

  /** The outcome of a failed test. */
  static Outcome outcome(Throwable thrown) {
    if (thrown instanceof RaceFoundError
        || thrown instanceof DeadlockFoundError
        || thrown instanceof NoRaceFoundError) {
      return Outcome.RACES;
    }
    return thrown instanceof NotCheckedError ? Outcome.NOT_CHECKED : Outcome.FAILED;
  }

  private ReportedRace race(FoundRace found) {
    return found
        .reported()
        .change()
        .why(FailureText.reason(found))
        .sightings(List.of(results.occurrence(found, subject.id(), trace())))
        .replay(replay(found))
        .acceptance(BaselineLine.unexplained(found.key()), accepted(found))
        .standing(known.standing(found))
        .make();
  }

  private String trace() {
    return recorder.traces().isEmpty() ? "" : recorder.traces().get(0);
  }

  private String replay(FoundRace found) {
    return replay(found.confirmation(), results.occurrence(found, subject.id(), ""));
  }

  private static String replay(Confirmation confirmation, Occurrence where) {
    String file = confirmation.replay();
    return file.isEmpty()
        ? "-Dracedet.seed=" + where.seed()
        : "-Dracedet.replay=" + ReplayFiles.relative(file);
  }

  private String accepted(FoundRace found) {
    return expectation instanceof Expectation.SomeRace
        ? "expected by @ExpectRace"
        : acceptance.accepted(found).orElse("");
  }

  /** The accepted races that this test should have found if they still existed. */
  private List<AcceptedRace> stale() {
    Collection<AcceptedRace> all = acceptance.baseline().races();
    Set<RaceKey> keysFound = new LinkedHashSet<>();
    results.races().forEach(found -> keysFound.add(found.key()));
    results.deadlocks().all().forEach(found -> keysFound.add(found.key()));
    List<AcceptedRace> absent =
        all.stream().filter(race -> !keysFound.contains(race.key())).toList();
    Set<String> keys = new LinkedHashSet<>();
    absent.forEach(race -> keys.addAll(race.key().locations()));
    SeenInstructions seen = keys.isEmpty() ? SeenInstructions.NONE : recorder.instructions(keys);
    return absent.stream().filter(race -> isStale(race.key(), seen)).toList();
  }

  private static boolean isStale(RaceKey key, SeenInstructions seen) {
    List<String> all = key.locations();
    return seen.executed().containsAll(all) || all.stream().anyMatch(seen.missing()::contains);
  }
}
