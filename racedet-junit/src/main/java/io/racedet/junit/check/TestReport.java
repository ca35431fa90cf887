package io.racedet.junit.check;

import io.racedet.junit.NoRaceFoundError;
import io.racedet.junit.NotCheckedError;
import io.racedet.junit.RaceFoundError;
import io.racedet.junit.baseline.AcceptedRace;
import io.racedet.junit.baseline.BaselineLine;
import io.racedet.junit.report.FailureText;
import io.racedet.junit.report.RaceStory;
import io.racedet.junit.results.TestPart;
import io.racedet.junit.results.ToolVersion;
import io.racedet.junit.settings.Options;
import io.racedet.junit.settings.ReplayFiles;
import io.racedet.report.Outcome;
import io.racedet.report.RaceKey;
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

/** Tells one test for the report files. */
final class TestReport {
  private final Subject subject;
  private final Options options;
  private final Expectation expectation;
  private final Tally tally;
  private final Acceptance acceptance;
  private final TestRecorder recorder;

  TestReport(
      Subject subject,
      Options options,
      Expectation expectation,
      Tally tally,
      Acceptance acceptance,
      TestRecorder recorder) {
    this.subject = subject;
    this.options = options;
    this.expectation = expectation;
    this.tally = tally;
    this.acceptance = acceptance;
    this.recorder = recorder;
  }

  TestPart part(Optional<Throwable> failure, List<String> warnings) {
    return new TestPart(report(failure, warnings), acceptance.baseline().name(), quiet());
  }

  private RunReport report(Optional<Throwable> failure, List<String> warnings) {
    TestRun test =
        new TestRun(
            subject.id(),
            subject.name(),
            subject.home(),
            outcome(failure),
            tally.repetitions(),
            tally.events(),
            options.plan().seed(),
            options.engines(),
            recorder.traces(),
            warnings);
    Map<RaceKey, ReportedRace> races = new LinkedHashMap<>();
    for (RaceStory story : stories()) {
      races.putIfAbsent(story.key(), race(story));
    }
    return new RunReport(ToolVersion.read(), List.of(test), List.copyOf(races.values()), List.of());
  }

  /** How the test ended. */
  Outcome outcome(Optional<Throwable> failure) {
    if (failure.isPresent()) {
      return outcome(failure.get());
    }
    if (subject.demand() == Requirement.COUNTED && tally.truncated() + tally.damaged() > 0) {
      return Outcome.IN_PART;
    }
    if (tally.accesses() == 0) {
      return Outcome.NOTHING_RECORDED;
    }
    return tally.threads() < 2 ? Outcome.ONE_THREAD : Outcome.PASSED;
  }

  /** How a test ended that failed. */
  static Outcome outcome(Throwable thrown) {
    if (thrown instanceof RaceFoundError || thrown instanceof NoRaceFoundError) {
      return Outcome.RACES;
    }
    return thrown instanceof NotCheckedError ? Outcome.NOT_CHECKED : Outcome.FAILED;
  }

  private List<RaceStory> stories() {
    List<RaceStory> stories = new ArrayList<>(tally.decisive());
    stories.addAll(tally.accepted());
    stories.addAll(tally.lesser());
    return stories;
  }

  private ReportedRace race(RaceStory story) {
    return story
        .reported()
        .change()
        .why(FailureText.reason(story))
        .sightings(List.of(tally.sighting(story, subject.id(), trace())))
        .replay(replay(story))
        .acceptance(BaselineLine.unexplained(story.key()), accepted(story))
        .make();
  }

  private String trace() {
    return recorder.traces().isEmpty() ? "" : recorder.traces().get(0);
  }

  private String replay(RaceStory story) {
    String file = story.confirmation().replay();
    return file.isEmpty()
        ? "-Dracedet.seed=" + tally.sighting(story, subject.id(), "").seed()
        : "-Dracedet.replay=" + ReplayFiles.relative(file);
  }

  private String accepted(RaceStory story) {
    return expectation instanceof Expectation.SomeRace
        ? "expected by @ExpectRace"
        : acceptance.reason(story).orElse("");
  }

  /** The accepted races that this test should have found if they were still there. */
  private List<AcceptedRace> quiet() {
    Collection<AcceptedRace> all = acceptance.baseline().races();
    Set<RaceKey> found = new LinkedHashSet<>();
    stories().forEach(story -> found.add(story.key()));
    List<AcceptedRace> absent = all.stream().filter(race -> !found.contains(race.key())).toList();
    Set<String> keys = new LinkedHashSet<>();
    absent.forEach(race -> keys.addAll(List.of(race.key().first(), race.key().second())));
    SeenInstructions places = keys.isEmpty() ? SeenInstructions.NONE : recorder.places(keys);
    return absent.stream().filter(race -> isQuiet(race.key(), places)).toList();
  }

  private static boolean isQuiet(RaceKey key, SeenInstructions places) {
    List<String> both = List.of(key.first(), key.second());
    return places.executed().containsAll(both) || both.stream().anyMatch(places.gone()::contains);
  }
}
