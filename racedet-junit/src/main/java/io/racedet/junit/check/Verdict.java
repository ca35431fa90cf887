package io.racedet.junit.check;

import io.racedet.junit.DeadlockFoundError;
import io.racedet.junit.NoRaceFoundError;
import io.racedet.junit.NotCheckedError;
import io.racedet.junit.RaceFoundError;
import io.racedet.junit.TestHungError;
import io.racedet.junit.report.Circumstances;
import io.racedet.junit.report.FailureText;
import io.racedet.junit.report.Found;
import io.racedet.junit.report.FoundDeadlock;
import io.racedet.junit.report.FoundRace;
import io.racedet.junit.settings.SeededSchedule;
import io.racedet.race.ReachedLimit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Decides the outcome of a test from its repetitions. */
final class Verdict {
  private final CheckState check;
  private final CheckSubject subject;
  private final Expectation expectation;
  private final RepetitionResults results;
  private final KnownOfTest known;
  private final FindingAdvice advice;

  Verdict(CheckState check, KnownOfTest known, FindingAdvice advice) {
    this.subject = check.subject();
    this.expectation = check.expectation();
    this.results = check.results();
    this.check = check;
    this.known = known;
    this.advice = advice;
  }

  CheckResult result() {
    CheckResult result = found();
    if (results.unanalysed().isPresent()) {
      NotCheckedError unanalysed = results.unanalysed().get();
      if (result.failure().isEmpty()) {
        return result.with(List.of(unanalysed.getMessage()));
      }
      Throwable failure = result.failure().get();
      if (failure != unanalysed) {
        failure.addSuppressed(unanalysed);
      }
    }
    return result;
  }

  private CheckResult found() {
    if (isBreakFirst()) {
      return failed(brokenDeadlock());
    }
    if (results.failure().isPresent()) {
      Throwable failure = translate(results.failure().orElseThrow(), last());
      if (!results.decisive().isEmpty()) {
        failure.addSuppressed(raceFound());
      }
      if (!results.deadlocks().decisive().isEmpty()) {
        failure.addSuppressed(deadlockFound());
      }
      results.reproduction().ifPresent(again -> failure.addSuppressed(note(last(), again + "; ")));
      return failed(failure);
    }
    if (!results.decisive().isEmpty()) {
      // A race counts even if recordings are incomplete.
      return expectation instanceof Expectation.SomeRace
          ? new CheckResult(Optional.empty(), facts(), confirmationWarnings())
          : failed(withDeadlocks(withBesides(withAttempts(raceFound()))));
    }
    if (!results.deadlocks().decisive().isEmpty()) {
      return failed(withAttempts(deadlockFound()));
    }
    if (results.unanalysed().isPresent()) {
      return failed(results.unanalysed().get());
    }
    RecordingGaps gaps = new RecordingGaps(check);
    if (!gaps.serious().isEmpty()) {
      return failed(
          new NotCheckedError(
              subject.name() + " was not checked: " + String.join("\n", gaps.serious())));
    }
    if (expectation instanceof Expectation.SomeRace expected) {
      return failed(noRaceFound(expected));
    }
    List<String> warnings = new ArrayList<>(gaps.slight());
    warnings.addAll(harmlessRaces());
    warnings.addAll(confirmationWarnings());
    return new CheckResult(Optional.empty(), facts(), warnings);
  }

  /* An expected race was found all the same. */
  private boolean isBreakFirst() {
    boolean isExpected =
        expectation instanceof Expectation.SomeRace
            && results.failure().isEmpty()
            && !results.decisive().isEmpty();
    return results.hasBrokenDeadlock() && !isExpected;
  }

  /* A thread whose request was ended has not done its work, and may have left locks held. */
  private DeadlockFoundError brokenDeadlock() {
    DeadlockFoundError found = withAttempts(deadlockFound());
    results.failure().map(each -> translate(each, last())).ifPresent(found::addSuppressed);
    if (!results.decisive().isEmpty()) {
      found.addSuppressed(raceFound());
    }
    return found;
  }

  /* What a confirmation attempt throws may be a consequence of what it confirms. */
  private <T extends Throwable> T withAttempts(T found) {
    results.failedAttempts().forEach(found::addSuppressed);
    return found;
  }

  /* It may be a consequence of the races. */
  private RaceFoundError withBesides(RaceFoundError races) {
    results
        .besides()
        .ifPresent(
            besides -> {
              Throwable thrown = translate(besides.thrown(), besides.origin());
              thrown.addSuppressed(note(besides.origin(), ""));
              races.addSuppressed(thrown);
            });
    return races;
  }

  private RepetitionResults.Origin last() {
    return new RepetitionResults.Origin(results.repetitions(), results.last());
  }

  private CheckResult failed(Throwable failure) {
    return new CheckResult(Optional.of(failure), facts(), confirmationWarnings());
  }

  private List<String> confirmationWarnings() {
    List<String> warnings = new ArrayList<>(check.search().warnings());
    warnings.addAll(check.deadlocks().warnings());
    return warnings;
  }

  private Throwable translate(Throwable failure, RepetitionResults.Origin origin) {
    if (!(failure instanceof BodyHung hung)) {
      return failure;
    }
    String slow =
        hung.isSlow()
            ? "Its threads were still making progress, so it may merely be slow. Allow more time: "
                + subject.setting("hangAfter", "\"5m\"")
                + "\n"
            : "";
    return new TestHungError(
        subject.name()
            + ", repetition "
            + origin.repetition()
            + " (replay: -Dracedet.seed="
            + origin.how().replay()
            + ") "
            + failure.getMessage()
            + slow);
  }

  private Throwable note(RepetitionResults.Origin origin, String again) {
    return Reproduction.note(
        subject.name()
            + " failed in repetition "
            + origin.repetition()
            + " of at most "
            + check.options().repetitions()
            + ", schedule "
            + origin.how().kind()
            + "; "
            + again
            + "replay: -Dracedet.seed="
            + origin.how().replay());
  }

  private RaceFoundError withDeadlocks(RaceFoundError races) {
    if (!results.deadlocks().decisive().isEmpty()) {
      races.addSuppressed(deadlockFound());
    }
    return races;
  }

  private Circumstances circumstances(int repetition, SeededSchedule how) {
    return new Circumstances(
        subject.name(),
        subject.home(),
        repetition,
        how.kind().name(),
        how.replay(),
        subject.settings(),
        results.limits().stream().map(ReachedLimit::text).toList());
  }

  private DeadlockFoundError deadlockFound() {
    List<FoundDeadlock> decisive = results.deadlocks().decisive();
    RepetitionResults.Origin first =
        decisive.stream()
            .map(results::origin)
            .min(Comparator.comparingInt(RepetitionResults.Origin::repetition))
            .orElseThrow();
    return new DeadlockFoundError(
        text(decisive, circumstances(first.repetition(), first.how())),
        decisive.stream().map(FoundDeadlock::deadlock).toList());
  }

  private RaceFoundError raceFound() {
    return new RaceFoundError(
        text(results.decisive(), circumstances(results.repetitions(), results.last())),
        results.decisive().stream().map(FoundRace::race).toList());
  }

  private String text(List<? extends Found> decisive, Circumstances where) {
    return FailureText.of(
        decisive.stream().map(advice::advised).map(known::judged).toList(), where);
  }

  private NoRaceFoundError noRaceFound(Expectation.SomeRace expected) {
    String wanted = expected.variable().isEmpty() ? "a race" : "a race on " + expected.variable();
    String found =
        results.lesser().isEmpty()
            ? "none"
            : results.lesser().stream()
                .map(Found::headline)
                .collect(Collectors.joining("\n  ", "only:\n  ", ""));
    return new NoRaceFoundError(
        subject.name()
            + ": expected "
            + wanted
            + " within "
            + results.repetitions()
            + " repetitions, but there was "
            + found
            + "\n(replay: -Dracedet.seed="
            + check.options().plan().seed()
            + ")");
  }

  /** What does not fail the test, as warnings; the report contains the findings themselves. */
  List<String> harmlessRaces() {
    List<String> found = lesser(results.lesser());
    found.addAll(accepted(results.accepted()));
    found.addAll(lesser(results.deadlocks().lesser()));
    found.addAll(accepted(results.deadlocks().accepted()));
    return found;
  }

  private List<String> lesser(List<? extends Found> some) {
    List<String> texts = new ArrayList<>();
    if (expectation instanceof Expectation.NoRace none) {
      some.forEach(found -> texts.add("below failOn = " + none.failOn() + ": " + found.headline()));
    }
    return texts;
  }

  private List<String> accepted(List<? extends Found> some) {
    return some.stream()
        .map(found -> "accepted (" + results.reason(found) + "): " + found.headline())
        .toList();
  }

  private Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("racedet.seed", check.options().plan().seed());
    facts.put("racedet.repetitions", Integer.toString(results.repetitions()));
    facts.put("racedet.schedules", results.schedules().toString());
    check.search().summary().ifPresent(summary -> facts.put("racedet.replays", summary));
    check.deadlocks().summary().ifPresent(summary -> facts.put("racedet.deadlockReplays", summary));
    facts.put("racedet.engines", String.join(", ", check.options().engines()));
    facts.put("racedet.events", Long.toString(results.events()));
    facts.put("racedet.threads", Integer.toString(results.threads()));
    results.interleavings().text().ifPresent(text -> facts.put("racedet.interleavings", text));
    results.leftovers().ifPresent(text -> facts.put("racedet.leftThreads", text));
    if (!results.limits().isEmpty()) {
      facts.put(
          "racedet.limits",
          results.limits().stream().map(ReachedLimit::text).collect(Collectors.joining("; ")));
    }
    return facts;
  }
}
