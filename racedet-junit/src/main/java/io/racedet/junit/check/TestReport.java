package io.racedet.junit.check;

import io.racedet.junit.DeadlockFoundError;
import io.racedet.junit.NoRaceFoundError;
import io.racedet.junit.NotCheckedError;
import io.racedet.junit.RaceFoundError;
import io.racedet.junit.baseline.AcceptedRace;
import io.racedet.junit.baseline.BaselineLine;
import io.racedet.junit.report.Confirmation;
import io.racedet.junit.report.FailureText;
import io.racedet.junit.report.Found;
import io.racedet.junit.report.FoundRace;
import io.racedet.junit.results.TestPart;
import io.racedet.junit.results.ToolVersion;
import io.racedet.junit.settings.ReplayFiles;
import io.racedet.report.Finding;
import io.racedet.report.History;
import io.racedet.report.KnownRace;
import io.racedet.report.Occurrence;
import io.racedet.report.Outcome;
import io.racedet.report.RaceKey;
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
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/** Makes the part of one test in the report files. */
final class TestReport {
  private final CheckState check;
  private final CheckSubject subject;
  private final RepetitionResults results;
  private final KnownOfTest known;
  private final FindingAdvice advice;

  TestReport(CheckState check, KnownOfTest known, FindingAdvice advice) {
    this.check = check;
    this.subject = check.subject();
    this.results = check.results();
    this.known = known;
    this.advice = advice;
  }

  TestPart part(Optional<Throwable> failure, List<String> warnings) {
    List<KnownRace> missed = known.missed(failure);
    known.learn(missed);
    return new TestPart(
        report(outcome(failure), warnings), check.acceptance().baseline().name(), stale(), missed);
  }

  /** The part of a test that has found something, but has no result yet. */
  TestPart soFar() {
    List<String> found =
        Stream.concat(results.decisive().stream(), results.deadlocks().decisive().stream())
            .map(each -> "found so far, by a test that has not ended: " + each.headline())
            .toList();
    return new TestPart(
        report(Outcome.RACES, found), check.acceptance().baseline().name(), List.of());
  }

  private RunReport report(Outcome outcome, List<String> warnings) {
    TestRun test =
        new TestRun(
            subject.id(),
            subject.name(),
            subject.home(),
            outcome,
            results.repetitions(),
            results.events(),
            check.options().plan().seed(),
            check.options().engines(),
            check.recorder().traces(),
            warnings,
            0,
            results.limits());
    List<String> errors = new ArrayList<>(known.problems());
    results.errors().forEach(error -> errors.add(subject.name() + ": " + error));
    Map<RaceKey, Finding> findings = new LinkedHashMap<>();
    results.all().forEach(found -> findings.putIfAbsent(found.key(), finding(found)));
    return RunReport.of(ToolVersion.read(), List.of(test), findings.values(), errors);
  }

  private Finding finding(Found found) {
    Occurrence where = results.occurrence(found, subject.id(), trace());
    Finding reported = advice.advised(found).reported();
    return reported
        .with(reported.evidence().because(FailureText.reason(found)))
        .with(
            new History(
                List.of(where),
                0,
                replay(found.confirmation(), where),
                BaselineLine.unexplained(found.key()),
                accepted(found),
                known.standing(found)));
  }

  /** The outcome of the test. */
  Outcome outcome(Optional<Throwable> failure) {
    if (failure.isPresent() && !(failure.get() instanceof TestAbortedException)) {
      return outcome(failure.get());
    }
    boolean isOfSuite = subject.requirement() == RecordingRequirement.COUNTED;
    boolean isInPart =
        results.truncated() + results.damaged() > 0
            || results.failedAgain().isPresent()
            || check.recorder().isInPart();
    if (isOfSuite && isInPart) {
      return Outcome.IN_PART;
    }
    // Of a suite, what a thread that is alone accesses is not always known.
    if (results.accesses() == 0 && !isOfSuite) {
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

  private String trace() {
    return check.recorder().traces().isEmpty() ? "" : check.recorder().traces().get(0);
  }

  private static String replay(Confirmation confirmation, Occurrence where) {
    String file = confirmation.replay();
    return file.isEmpty()
        ? "-Dracedet.seed=" + where.seed()
        : Confirmation.option(ReplayFiles.relative(file));
  }

  private String accepted(Found found) {
    return found instanceof FoundRace && check.expectation() instanceof Expectation.SomeRace
        ? "expected by @ExpectRace"
        : check.acceptance().accepted(found).orElse("");
  }

  /** The accepted races that this test should have found if they still existed. */
  private List<AcceptedRace> stale() {
    Collection<AcceptedRace> all = check.acceptance().baseline().races();
    Set<RaceKey> keysFound = new LinkedHashSet<>();
    results.all().forEach(found -> keysFound.add(found.key()));
    List<AcceptedRace> absent =
        all.stream().filter(race -> !keysFound.contains(race.key())).toList();
    Set<String> keys = new LinkedHashSet<>();
    absent.forEach(race -> keys.addAll(race.key().locations()));
    SeenInstructions seen =
        keys.isEmpty() ? SeenInstructions.NONE : check.recorder().instructions(keys);
    return absent.stream().filter(race -> isStale(race.key(), seen)).toList();
  }

  private static boolean isStale(RaceKey key, SeenInstructions seen) {
    List<String> all = key.locations();
    return BaselineLine.isOfNumberedObjects(key)
        || seen.executed().containsAll(all)
        || all.stream().anyMatch(seen.missing()::contains);
  }
}
