package io.racedet.junit.check;

import io.racedet.junit.Schedule;
import io.racedet.junit.report.FoundRace;
import io.racedet.junit.settings.SeededSchedule;
import io.racedet.report.Occurrence;
import io.racedet.report.RaceKey;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sums up the repetitions of one test, up to the one that decided it. Not thread-safe. */
final class RepetitionResults {
  private final Map<Schedule, Integer> schedules = new EnumMap<>(Schedule.class);
  private final Map<String, FoundRace> lesser = new LinkedHashMap<>();
  private final List<FoundRace> decisive = new ArrayList<>();
  private final List<Throwable> failedAttempts = new ArrayList<>();
  private final Map<RaceKey, FoundRace> accepted = new LinkedHashMap<>();
  private final Map<RaceKey, Occurrence> sightings = new HashMap<>();
  private final Acceptance acceptance;
  private int repetitions;
  private long events;
  private long accesses;
  private int threads;
  private int truncated;
  private int damaged;
  private SeededSchedule last;
  private Throwable failure;

  /**
   * @param acceptance which races decide nothing
   */
  RepetitionResults(Acceptance acceptance) {
    this.acceptance = acceptance;
  }

  /** Adds a repetition; those after a decisive one are not to be run. */
  void add(
      Repetition repetition,
      Observation seen,
      Optional<Throwable> thrown,
      Expectation expectation) {
    repetitions++;
    last = repetition.perturbation();
    schedules.merge(last.kind(), 1, Integer::sum);
    events += seen.events();
    accesses += seen.accesses();
    threads = Math.max(threads, seen.threads());
    truncated += seen.truncated() ? 1 : 0;
    damaged += seen.damaged() ? 1 : 0;
    failure = thrown.orElse(null);
    if (seen.damaged()) {
      // The order of its events may be wrong, and then so are its races.
      return;
    }
    for (FoundRace found : seen.races()) {
      RaceKey key = found.key();
      sightings.putIfAbsent(key, new Occurrence("", repetition.number(), last.replay(), ""));
      if (acceptance.reason(found).isPresent()) {
        accepted.merge(key, found, RepetitionResults::better);
      } else if (expectation.isDecidedBy(found)) {
        decisive.add(found);
      } else {
        lesser.putIfAbsent(
            found.variable()
                + found.reported().first().site().location()
                + found.reported().second().site().location(),
            found);
      }
    }
  }

  private static FoundRace better(FoundRace one, FoundRace other) {
    return one.reported().grade().isAtLeast(other.reported().grade()) ? one : other;
  }

  /** Where a race of one of the repetitions was seen first, as a report has it. */
  Occurrence sighting(FoundRace found, String test, String trace) {
    Occurrence first = sightings.get(found.key());
    return new Occurrence(test, first.repetition(), first.seed(), trace);
  }

  /** Races that are there but do not fail the test, each once. */
  List<FoundRace> accepted() {
    return List.copyOf(accepted.values());
  }

  /** Why one of these does not fail the test. */
  String reason(FoundRace found) {
    return acceptance.reason(found).orElseThrow();
  }

  /** Adds what a repetition threw that was only to confirm a race. */
  void addFailedAttempt(Throwable thrown) {
    failedAttempts.add(thrown);
  }

  /** What repetitions threw that were only to confirm a race. */
  List<Throwable> failedAttempts() {
    return failedAttempts;
  }

  /** Gives the races the grades that are known by now. */
  void applyGrades(ConfirmationSearch search) {
    decisive.replaceAll(found -> search.withKnownGrades(List.of(found)).get(0));
  }

  boolean isDecided() {
    return failure != null || !decisive.isEmpty();
  }

  Map<Schedule, Integer> schedules() {
    return schedules;
  }

  /** Races that do not decide the test, of all repetitions, each pair of locations once. */
  List<FoundRace> lesser() {
    return List.copyOf(lesser.values());
  }

  /** Races of the last repetition that decide the test. */
  List<FoundRace> decisive() {
    return decisive;
  }

  int repetitions() {
    return repetitions;
  }

  long events() {
    return events;
  }

  long accesses() {
    return accesses;
  }

  /** The largest number of threads in one repetition. */
  int threads() {
    return threads;
  }

  /** How many recordings were cut. */
  int truncated() {
    return truncated;
  }

  /** How many recordings lost order or events. */
  int damaged() {
    return damaged;
  }

  /** The perturbation of the last repetition. */
  SeededSchedule last() {
    return last;
  }

  /** What the last repetition threw. */
  Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }
}
