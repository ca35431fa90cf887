package io.racedet.junit.check;

import io.racedet.junit.NoRaceFoundError;
import io.racedet.junit.NotCheckedError;
import io.racedet.junit.RaceFoundError;
import io.racedet.junit.TestHungError;
import io.racedet.junit.report.FailureText;
import io.racedet.junit.report.Finding;
import io.racedet.junit.report.RaceStory;
import io.racedet.junit.settings.Options;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Decides what the repetitions of a test amount to. */
final class Verdict {
  private final Subject subject;
  private final Options options;
  private final Expectation expectation;
  private final Tally tally;
  private final ConfirmationSearch pursuit;
  private final TestRecorder recorder;

  Verdict(
      Subject subject,
      Options options,
      Expectation expectation,
      Tally tally,
      ConfirmationSearch pursuit,
      TestRecorder recorder) {
    this.subject = subject;
    this.options = options;
    this.expectation = expectation;
    this.tally = tally;
    this.pursuit = pursuit;
    this.recorder = recorder;
  }

  CheckResult result() {
    if (tally.failure().isPresent()) {
      Throwable failure = tally.failure().map(this::translate).orElseThrow();
      if (!tally.decisive().isEmpty()) {
        failure.addSuppressed(raceFound());
      }
      return failed(failure);
    }
    if (!tally.decisive().isEmpty()) {
      // A race that was found needs no complete recording.
      return expectation instanceof Expectation.SomeRace
          ? new CheckResult(Optional.empty(), facts(), pursuit.warnings())
          : failed(raceFound());
    }
    Gaps gaps = new Gaps(subject, options, tally, recorder);
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
    warnings.addAll(pursuit.warnings());
    return new CheckResult(Optional.empty(), facts(), warnings);
  }

  private CheckResult failed(Throwable failure) {
    return new CheckResult(Optional.of(failure), facts(), pursuit.warnings());
  }

  private Throwable translate(Throwable failure) {
    if (!(failure instanceof Hung)) {
      return failure;
    }
    return new TestHungError(
        subject.name()
            + ", repetition "
            + tally.repetitions()
            + " (replay: -Dracedet.seed="
            + tally.last().replay()
            + ") "
            + failure.getMessage());
  }

  private RaceFoundError raceFound() {
    Finding finding =
        new Finding(
            subject.name(),
            subject.home(),
            tally.repetitions(),
            tally.last().kind().name(),
            tally.last().replay(),
            subject.settings());
    RaceFoundError found =
        new RaceFoundError(
            FailureText.of(tally.decisive(), finding),
            tally.decisive().stream().map(RaceStory::race).toList());
    // What a test does in the middle of a race is no failure of its own.
    tally.failedTries().forEach(found::addSuppressed);
    return found;
  }

  private NoRaceFoundError noRaceFound(Expectation.SomeRace expected) {
    String wanted = expected.variable().isEmpty() ? "a race" : "a race on " + expected.variable();
    String found =
        tally.lesser().isEmpty()
            ? "none"
            : tally.lesser().stream()
                .map(FailureText::headline)
                .collect(Collectors.joining("\n  ", "only:\n  ", ""));
    return new NoRaceFoundError(
        subject.name()
            + ": expected "
            + wanted
            + " within "
            + tally.repetitions()
            + " repetitions, but there was "
            + found
            + "\n(replay: -Dracedet.seed="
            + options.plan().seed()
            + ")");
  }

  /** Races that do not fail the test, as warnings; a report has the races themselves. */
  List<String> harmlessRaces() {
    List<String> races = new ArrayList<>(lesserRaces());
    races.addAll(acceptedRaces());
    return races;
  }

  private List<String> lesserRaces() {
    return expectation instanceof Expectation.NoRace none
        ? tally.lesser().stream()
            .map(story -> "below failOn = " + none.failOn() + ": " + FailureText.headline(story))
            .toList()
        : List.of();
  }

  private List<String> acceptedRaces() {
    return tally.accepted().stream()
        .map(story -> "accepted (" + tally.reason(story) + "): " + FailureText.headline(story))
        .toList();
  }

  private Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("racedet.seed", options.plan().seed());
    facts.put("racedet.repetitions", Integer.toString(tally.repetitions()));
    facts.put("racedet.schedules", tally.schedules().toString());
    pursuit.summary().ifPresent(summary -> facts.put("racedet.replays", summary));
    facts.put("racedet.engines", String.join(", ", options.engines()));
    facts.put("racedet.events", Long.toString(tally.events()));
    facts.put("racedet.threads", Integer.toString(tally.threads()));
    return facts;
  }
}
