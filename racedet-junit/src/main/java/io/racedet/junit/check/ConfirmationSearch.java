package io.racedet.junit.check;

import io.racedet.junit.report.FoundRace;
import io.racedet.junit.report.Target;
import io.racedet.junit.settings.Candidates;
import io.racedet.junit.settings.Candidates.Candidate;
import io.racedet.junit.settings.Plan;
import io.racedet.junit.settings.ReplayFiles;
import io.racedet.junit.settings.SeededSchedule;
import io.racedet.race.Grade;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Schedules repetitions that attempt to confirm the races found by earlier ones, and tracks which
 * of them are confirmed. Not thread-safe.
 */
final class ConfirmationSearch {
  private static final int MAX_ATTEMPTS = 50;
  private static final int MAX_TARGETS = 10;

  /**
   * Every so many repetitions, one has no target and so can find other races; once all targets have
   * had their attempts, only one still has a target.
   */
  private static final int PERIOD = 4;

  private final Plan plan;
  private final Acceptance acceptance;
  private final Candidates<FoundRace> candidates;
  private int attempts;

  ConfirmationSearch(Plan plan, ReplayFiles files, Acceptance acceptance) {
    this.plan = plan;
    this.acceptance = acceptance;
    candidates = new Candidates<>("race", MAX_ATTEMPTS, MAX_TARGETS, plan, files);
  }

  /**
   * The schedule of an ordinary repetition: mostly targeted at a race once one has been found, and
   * rarely after {@value #MAX_ATTEMPTS} attempts.
   */
  SeededSchedule ordinary(int repetition) {
    boolean anyOpen = candidates.all().stream().anyMatch(candidates::isOpen);
    boolean isTargeted = anyOpen != ((repetition + 1) % PERIOD == 0);
    Predicate<Candidate<FoundRace>> which =
        anyOpen ? candidates::isOpen : candidate -> !candidate.isConfirmed();
    Optional<SeededSchedule> targeted = isTargeted ? targeted(repetition, which) : Optional.empty();
    return targeted.orElseGet(() -> plan.repetition(repetition));
  }

  /**
   * The schedule targeted at the race with the fewest attempts; empty when each is confirmed or has
   * had its attempts.
   */
  Optional<SeededSchedule> targeted(int repetition) {
    return targeted(repetition, candidates::isOpen);
  }

  private Optional<SeededSchedule> targeted(int repetition, Predicate<Candidate<FoundRace>> which) {
    return candidates.next(repetition, which, ConfirmationSearch::aimed);
  }

  private static SeededSchedule aimed(Candidate<FoundRace> next, SeededSchedule other) {
    int element = next.found().details().element();
    return next.base(other).at(next.target(), other.seed(), element, late(next));
  }

  /* A thread that needs a lock which the other one holds at its location has to start first. */
  private static int late(Candidate<FoundRace> candidate) {
    return switch (candidate.attempts() % 3) {
      case 1 -> candidate.found().details().firstSlot();
      case 2 -> candidate.found().details().secondSlot();
      default -> -1;
    };
  }

  /** Takes what a repetition has shown, and returns it with the grades known so far. */
  Observation evaluate(SeededSchedule how, Observation seen) {
    if (!seen.damaged()) {
      seen.races().forEach(found -> add(found, how));
    }
    if (!(how.target() instanceof Target.Pair)) {
      return seen.with(withKnownGrades(seen.races()));
    }
    attempts++;
    Candidate<FoundRace> candidate = candidates.of(how.target());
    List<FoundRace> races = new ArrayList<>(withKnownGrades(seen.races()));
    if (candidate != null && !candidate.isConfirmed()) {
      candidate.addAttempt();
      if (seen.confirmed()) {
        candidates.confirm(candidate, how, candidate.found().variable());
        races = new ArrayList<>(withKnownGrades(seen.races()));
        if (races.stream().noneMatch(found -> found.details().target().equals(how.target()))) {
          races.add(0, withKnownGrade(candidate.found()));
        }
      }
    }
    return seen.with(races);
  }

  private void add(FoundRace found, SeededSchedule origin) {
    if (acceptance.reason(found).isEmpty()) {
      candidates.add(found.details().target(), found, origin);
    }
  }

  /** The same races with the grades known so far. */
  List<FoundRace> withKnownGrades(List<FoundRace> races) {
    return races.stream().map(this::withKnownGrade).toList();
  }

  private FoundRace withKnownGrade(FoundRace found) {
    Candidate<FoundRace> candidate = candidates.of(found.details().target());
    boolean better =
        candidate != null && candidate.isConfirmed() && found.grade() != Grade.CONFIRMED;
    return better ? found.confirmed(candidate.confirmation()) : found;
  }

  /** The number of repetitions with a target. */
  int attempts() {
    return attempts;
  }

  /** The attempts and their outcomes for the report; empty if there were none. */
  Optional<String> summary() {
    if (attempts == 0) {
      return Optional.empty();
    }
    List<String> parts = new ArrayList<>();
    for (Candidate<FoundRace> candidate : candidates.all()) {
      String outcome =
          candidate.isConfirmed()
              ? "confirmed in attempt " + candidate.confirmation().attempt()
              : "not confirmed in " + candidate.attempts();
      parts.add(candidate.found().variable() + " " + outcome);
    }
    return Optional.of(attempts + " (" + String.join("; ", parts) + ")");
  }

  /** Problems with replay files. */
  List<String> warnings() {
    return candidates.warnings();
  }
}
