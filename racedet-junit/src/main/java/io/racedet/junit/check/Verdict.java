package io.racedet.junit.check;

import io.racedet.junit.NoRaceFoundError;
import io.racedet.junit.NotCheckedError;
import io.racedet.junit.RaceFoundError;
import io.racedet.junit.TestHungError;
import io.racedet.junit.report.FailureText;
import io.racedet.junit.report.Finding;
import io.racedet.junit.report.RaceStory;
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
  private final Woven woven;

  Verdict(Subject subject, Options options, Expectation expectation, Tally tally, Woven woven) {
    this.subject = subject;
    this.options = options;
    this.expectation = expectation;
    this.tally = tally;
    this.woven = woven;
  }

  CheckResult result() {
    List<String> warnings = new ArrayList<>();
    Optional<Throwable> failure = failure(warnings);
    if (failure.isEmpty()) {
      addWarnings(warnings);
    }
    return new CheckResult(failure, facts(), warnings);
  }

  private Optional<Throwable> failure(List<String> warnings) {
    if (tally.failure().isPresent()) {
      Throwable failure = tally.failure().map(this::translate).orElseThrow();
      if (!tally.decisive().isEmpty()) {
        failure.addSuppressed(raceFound());
      }
      return Optional.of(failure);
    }
    List<String> gaps = gaps(warnings);
    if (!tally.decisive().isEmpty()) {
      // A race that was found needs no complete recording.
      return expectation instanceof Expectation.SomeRace
          ? Optional.empty()
          : Optional.of(raceFound());
    }
    if (!gaps.isEmpty()) {
      return Optional.of(
          new NotCheckedError(subject.name() + " was not checked: " + String.join("\n", gaps)));
    }
    return expectation instanceof Expectation.SomeRace expected
        ? Optional.of(noRaceFound(expected))
        : Optional.empty();
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
            tally.repetitions(),
            tally.last().schedule().name(),
            tally.last().replay(),
            subject.settings());
    return new RaceFoundError(
        FailureText.of(tally.decisive(), finding),
        tally.decisive().stream().map(RaceStory::race).toList());
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

  /** Returns why the silence of the recordings would prove nothing. */
  private List<String> gaps(List<String> warnings) {
    List<String> gaps = new ArrayList<>();
    if (woven.classes() == 0) {
      gaps.add(
          "no class was instrumented, as none that was loaded matches "
              + scope()
              + ". Name the classes under test: "
              + subject.setting("instrument", "\"com.acme\""));
    } else if (tally.accesses() == 0) {
      String nothing =
          "no data access was recorded: "
              + scope()
              + " ran no code that touches fields or arrays. Name the classes under test: "
              + subject.setting("instrument", "\"com.acme\"");
      (subject.mayTouchNothing() ? warnings : gaps).add(nothing);
    }
    if (!woven.failures().isEmpty()) {
      gaps.add(
          woven.failures().size()
              + " classes could not be instrumented, so that races in them stay unseen:\n  "
              + String.join("\n  ", woven.failures())
              + "\nLeave them out if they are not under test: "
              + subject.setting("exclude", "\"...\""));
    }
    if (tally.truncated() > 0) {
      gaps.add(
          tally.truncated()
              + " of "
              + tally.repetitions()
              + " recordings were cut after "
              + options.maxEvents()
              + " events. Make the test smaller, or raise the limit: "
              + subject.setting("maxEvents", Long.toString(options.maxEvents() * 4)));
    }
    if (tally.damaged() > 0) {
      gaps.add(
          tally.damaged()
              + " of "
              + tally.repetitions()
              + " recordings lost events, as after a StackOverflowError or OutOfMemoryError inside"
              + " an access. Make the test fit the stack and the heap (-Xss, -Xmx).");
    }
    return gaps;
  }

  private String scope() {
    return options.instrument().isEmpty()
        ? "the classes of the project (those loaded from directories)"
        : "instrument = " + options.instrument();
  }

  private void addWarnings(List<String> warnings) {
    if (tally.threads() < 2 && tally.accesses() > 0) {
      warnings.add("no second thread ran, so this test proves nothing about races");
    }
    if (expectation instanceof Expectation.NoRace none) {
      for (RaceStory story : tally.lesser()) {
        warnings.add("below failOn = " + none.failOn() + ": " + FailureText.headline(story));
      }
    }
  }

  private Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("racedet.seed", options.plan().seed());
    facts.put("racedet.repetitions", Integer.toString(tally.repetitions()));
    facts.put("racedet.schedules", tally.schedules().toString());
    facts.put("racedet.engines", String.join(", ", options.engines()));
    facts.put("racedet.events", Long.toString(tally.events()));
    facts.put("racedet.threads", Integer.toString(tally.threads()));
    return facts;
  }
}
