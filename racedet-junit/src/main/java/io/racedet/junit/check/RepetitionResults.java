package io.racedet.junit.check;

import io.racedet.junit.NotCheckedError;
import io.racedet.junit.Schedule;
import io.racedet.junit.ThreadFailedError;
import io.racedet.junit.coverage.SeenInterleavings;
import io.racedet.junit.deadlocks.DeadlockResults;
import io.racedet.junit.report.Found;
import io.racedet.junit.report.FoundDeadlock;
import io.racedet.junit.report.FoundRace;
import io.racedet.junit.settings.SeededSchedule;
import io.racedet.junit.threads.Leftovers;
import io.racedet.junit.threads.TestThreads;
import io.racedet.race.ReachedLimit;
import io.racedet.report.Occurrence;
import io.racedet.report.RaceKey;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/** The results of the repetitions of one test, up to the one that decided it. Not thread-safe. */
final class RepetitionResults {
  /** Where a finding was found first. */
  record Origin(int repetition, SeededSchedule how) {}

  /** What a repetition threw after races had decided the test. */
  record Besides(Throwable thrown, Origin origin) {}

  private final Map<Schedule, Integer> schedules = new EnumMap<>(Schedule.class);
  private final Map<String, FoundRace> lesser = new LinkedHashMap<>();
  private final List<FoundRace> decisive = new ArrayList<>();
  private final List<Throwable> failedAttempts = new ArrayList<>();
  private final Map<RaceKey, FoundRace> accepted = new LinkedHashMap<>();
  private final Map<RaceKey, Origin> origins = new HashMap<>();
  private final Map<String, ReachedLimit> limits = new LinkedHashMap<>(); // by name
  private final Set<String> errors = new LinkedHashSet<>();
  private final Acceptance acceptance;
  private final DeadlockResults deadlocks;
  private int repetitions;
  private long events;
  private long accesses;
  private int threads;
  private int truncated;
  private int damaged;
  private SeededSchedule first;
  private SeededSchedule last;
  private Throwable failure;
  private boolean hasBroken; // whether one was broken that is not accepted
  private String acceptedBreak = ""; // the deadlock that was broken in the last repetition
  private final SeenInterleavings interleavings = new SeenInterleavings();
  private Reproduction reproduction;
  private Besides besides;
  private NotCheckedError unanalysed; // null for none
  private Leftovers leftovers = new Leftovers();
  private Throwable failedAgain;

  RepetitionResults(Acceptance acceptance, Expectation expectation) {
    this.acceptance = acceptance;
    deadlocks = new DeadlockResults(acceptance::reason, expectation::isDecidedBy);
  }

  /** Adds a repetition; there must be none after a decisive one. */
  void add(
      Repetition repetition,
      Observation seen,
      Optional<Throwable> thrown,
      Expectation expectation) {
    repetitions++;
    last = repetition.schedule();
    first = first == null ? last : first;
    schedules.merge(last.kind(), 1, Integer::sum);
    events += seen.events();
    accesses += seen.accesses();
    threads = Math.max(threads, seen.threads());
    truncated += seen.truncated() ? 1 : 0;
    damaged += seen.damaged() ? 1 : 0;
    hasBroken = observed(seen.deadlocks(), false).isPresent();
    failure = thrown.filter(each -> !hasBroken || each instanceof BodyHung).orElse(null);
    if (hasBroken && failure == null) {
      thrown.ifPresent(failedAttempts::add);
    }
    addOthers(repetition, seen, expectation);
    acceptedBreak = observed(seen.deadlocks(), true).map(Found::headline).orElse("");
    noteBreak(failure);
  }

  /* What the thread has not done whose request was ended may be why the test fails. */
  private void noteBreak(Throwable thrown) {
    if (thrown != null && !acceptedBreak.isEmpty()) {
      thrown.addSuppressed(
          Reproduction.note(
              "before this, threads were in an accepted "
                  + acceptedBreak
                  + "; to break it, one of their requests for a lock was ended by an error, so the"
                  + " failure may be a consequence of that"));
    }
  }

  /* One that happened, and that the baseline accepts or not. */
  private Optional<FoundDeadlock> observed(List<FoundDeadlock> found, boolean isAccepted) {
    return happened(found)
        .filter(each -> acceptance.reason(each).isPresent() == isAccepted)
        .findFirst();
  }

  private static Stream<FoundDeadlock> happened(List<FoundDeadlock> found) {
    return found.stream().filter(Found::hasHung);
  }

  /**
   * Adds a repetition after races have decided the test: what it shows besides races.
   *
   * @param thrown why it failed by itself
   */
  void addBesides(Repetition repetition, Observation seen, Optional<Throwable> thrown) {
    Origin origin = new Origin(repetition.number(), repetition.schedule());
    addDeadlocks(seen, origin);
    thrown
        .filter(each -> !(each instanceof TestAbortedException))
        .ifPresent(each -> besides = new Besides(each, origin));
  }

  /** Why the test has failed by itself after races had decided it; empty if it has not. */
  Optional<Besides> besides() {
    return Optional.ofNullable(besides);
  }

  /** The recording of a repetition could not be analysed: nothing is known of it. */
  void notAnalysed(NotCheckedError failed) {
    unanalysed = failed;
  }

  /** Why a repetition could not be analysed; empty if all were. */
  Optional<NotCheckedError> unanalysed() {
    return Optional.ofNullable(unanalysed);
  }

  /** Whether the races are all that is wrong with the test so far. */
  boolean hasOnlyRaces() {
    return besides == null
        && unanalysed == null
        && failedAttempts.isEmpty()
        && deadlocks.decisive().isEmpty();
  }

  private void addDeadlocks(Observation seen, Origin origin) {
    seen.limits().forEach(limit -> limits.putIfAbsent(limit.limit(), limit));
    errors.addAll(seen.errors());
    // The order of its events may be wrong, and so may be all that is concluded from it.
    List<FoundDeadlock> cycles =
        seen.damaged() ? happened(seen.deadlocks()).toList() : seen.deadlocks();
    cycles.forEach(each -> origins.putIfAbsent(each.key(), origin));
    deadlocks.add(cycles);
  }

  private void addOthers(Repetition repetition, Observation seen, Expectation expectation) {
    Origin origin = new Origin(repetition.number(), last);
    addDeadlocks(seen, origin);
    if (seen.damaged()) {
      return;
    }
    for (FoundRace found : seen.races()) {
      RaceKey key = found.key();
      origins.putIfAbsent(key, origin);
      if (acceptance.reason(found).isPresent()) {
        accepted.merge(key, found, Found::better);
      } else if (expectation.isDecidedBy(found)) {
        decisive.add(found);
      } else {
        lesser.putIfAbsent(found.pair(), found);
      }
    }
  }

  /** The deadlocks of all repetitions. */
  DeadlockResults deadlocks() {
    return deadlocks;
  }

  /** The interleavings of all repetitions. */
  SeenInterleavings interleavings() {
    return interleavings;
  }

  /**
   * A thread has died in the last repetition; a failure or a race of the repetition goes before,
   * and a deadlock that happened in it.
   */
  void addDeath(TestThreads.Death death) {
    if (failure == null && decisive.isEmpty() && !hasBroken) {
      failure = deathOf(death);
      noteBreak(failure);
    } else if (failure == null) {
      failedAttempts.add(deathOf(death));
    }
  }

  /** The death of a thread as a failure of the test. */
  ThreadFailedError deathOf(TestThreads.Death death) {
    ThreadFailedError error =
        new ThreadFailedError(
            "thread \""
                + death.thread()
                + "\" ended with "
                + death.cause()
                + ", and the test did not notice (threadFailures = false accepts that)",
            death.cause());
    error.setStackTrace(death.cause().getStackTrace());
    return error;
  }

  /** What a repetition has thrown that took the place of one that had passed unrecorded. */
  void failedAgain(Throwable thrown) {
    failedAgain = thrown;
  }

  /** What such a repetition has thrown. */
  Optional<Throwable> failedAgain() {
    return Optional.ofNullable(failedAgain);
  }

  /** The failure is being reproduced. */
  void reproducedBy(Reproduction by) {
    reproduction = by;
  }

  /** How often the failure came again; empty if that was not tried. */
  Optional<String> reproduction() {
    return Optional.ofNullable(reproduction).map(Reproduction::text);
  }

  void addLeftovers(Leftovers of) {
    leftovers = of;
  }

  /** The threads that have outlived repetitions; empty if there are none. */
  Optional<String> leftovers() {
    return leftovers.text();
  }

  /** The first occurrence of a finding, for the report. */
  Occurrence occurrence(Found found, String test, String trace) {
    Origin first = origin(found);
    return new Occurrence(test, first.repetition(), first.how().replay(), trace);
  }

  /** Where a finding was found first. */
  Origin origin(Found found) {
    return origins.get(found.key());
  }

  /** All races, then all deadlocks: those that decide the test, accepted ones, and the others. */
  List<Found> all() {
    List<Found> all = new ArrayList<>(decisive);
    all.addAll(accepted.values());
    all.addAll(lesser.values());
    all.addAll(deadlocks.all());
    return all;
  }

  /** Accepted races, each once. */
  List<FoundRace> accepted() {
    return List.copyOf(accepted.values());
  }

  /** Why a finding is accepted. */
  String reason(Found found) {
    return acceptance.reason(found).orElse("");
  }

  /**
   * Whether a deadlock happened in the last repetition that is not accepted, and was broken: what
   * the repetition has shown besides may be a consequence of that.
   */
  boolean hasBrokenDeadlock() {
    return hasBroken;
  }

  /** Adds what a confirmation attempt threw. */
  void addFailedAttempt(Throwable thrown) {
    failedAttempts.add(thrown);
  }

  /** What was thrown in confirmation attempts, and after a deadlock was broken. */
  List<Throwable> failedAttempts() {
    return failedAttempts;
  }

  /** Updates the races to the grades known so far; confirmed ones come first. */
  void applyGrades(ConfirmationSearch search) {
    decisive.replaceAll(found -> search.withKnownGrades(List.of(found)).get(0));
    decisive.sort(Found.CONFIRMED_FIRST);
  }

  boolean isDecided() {
    return failure != null
        || unanalysed != null
        || !decisive.isEmpty()
        || !deadlocks.decisive().isEmpty();
  }

  Map<Schedule, Integer> schedules() {
    return schedules;
  }

  /** Races of all repetitions that do not decide the test, one for each pair of locations. */
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

  /** How many recordings reached the limit of events. */
  int truncated() {
    return truncated;
  }

  /** How many recordings lost events or their order. */
  int damaged() {
    return damaged;
  }

  /** The limits that took effect in an analysis, each as in the first repetition with it. */
  List<ReachedLimit> limits() {
    return List.copyOf(limits.values());
  }

  /** What is wrong with racedet itself. */
  List<String> errors() {
    return List.copyOf(errors);
  }

  /** The schedule of the first repetition. */
  SeededSchedule first() {
    return first;
  }

  /** The schedule of the last repetition. */
  SeededSchedule last() {
    return last;
  }

  /** What the last repetition threw. */
  Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }
}
