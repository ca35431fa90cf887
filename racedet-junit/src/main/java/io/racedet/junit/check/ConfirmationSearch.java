package io.racedet.junit.check;

import io.racedet.junit.report.Confirmation;
import io.racedet.junit.report.FoundRace;
import io.racedet.junit.report.RunDetails;
import io.racedet.junit.report.Target;
import io.racedet.junit.results.IoFailure;
import io.racedet.junit.settings.Plan;
import io.racedet.junit.settings.ReplayFiles;
import io.racedet.junit.settings.SeededSchedule;
import io.racedet.race.Grade;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Schedules repetitions that attempt to confirm the races found by earlier ones, and tracks which
 * of them are confirmed. Not thread-safe.
 */
final class ConfirmationSearch {
  private static final int MOST_ATTEMPTS = 50;
  private static final int MOST_TARGETS = 10;

  /**
   * Every so many repetitions, one has no target and so can find other races; once all targets have
   * had their attempts, only one still has a target.
   */
  private static final int PERIOD = 4;

  /** A race and the attempts at confirming it. */
  private static final class Candidate {
    final FoundRace found;
    final SeededSchedule origin;
    int attempts;
    Confirmation confirmation = Confirmation.NONE;

    Candidate(FoundRace found, SeededSchedule origin) {
      this.found = found;
      this.origin = origin;
    }

    boolean isConfirmed() {
      return confirmation.attempt() > 0;
    }

    boolean isOpen() {
      return !isConfirmed() && attempts < MOST_ATTEMPTS;
    }
  }

  private final Plan plan;
  private final ReplayFiles files;
  private final Acceptance acceptance;
  private final Map<Target, Candidate> candidates = new LinkedHashMap<>();
  private final List<String> warnings = new ArrayList<>();
  private int attempts;

  ConfirmationSearch(Plan plan, ReplayFiles files, Acceptance acceptance) {
    this.plan = plan;
    this.files = files;
    this.acceptance = acceptance;
  }

  /**
   * The schedule of an ordinary repetition: mostly targeted at a race once one has been found, and
   * rarely after {@value #MOST_ATTEMPTS} attempts.
   */
  SeededSchedule ordinary(int repetition) {
    boolean anyOpen = candidates.values().stream().anyMatch(Candidate::isOpen);
    boolean isTargeted = anyOpen != ((repetition + 1) % PERIOD == 0);
    Predicate<Candidate> which =
        anyOpen ? Candidate::isOpen : candidate -> !candidate.isConfirmed();
    Optional<SeededSchedule> targeted = isTargeted ? targeted(repetition, which) : Optional.empty();
    return targeted.orElseGet(() -> plan.repetition(repetition));
  }

  /**
   * The schedule targeted at the race with the fewest attempts; empty when each is confirmed or has
   * had its attempts.
   */
  Optional<SeededSchedule> targeted(int repetition) {
    return targeted(repetition, Candidate::isOpen);
  }

  private Optional<SeededSchedule> targeted(int repetition, Predicate<Candidate> which) {
    return candidates.values().stream()
        .filter(which)
        .min(Comparator.comparingInt(candidate -> candidate.attempts))
        .map(candidate -> targeted(candidate, plan.repetition(repetition)));
  }

  /* The schedule that found the race may lead to its locations again, or another one may. */
  private static SeededSchedule targeted(Candidate candidate, SeededSchedule other) {
    if (other.target().isKnown()) {
      return other; // a replay
    }
    SeededSchedule base = candidate.attempts % 2 == 0 ? candidate.origin : other;
    RunDetails race = candidate.found.details();
    return base.at(race.target(), other.seed(), race.element(), late(candidate));
  }

  /* A thread that needs a lock which the other one holds at its location has to start first. */
  private static int late(Candidate candidate) {
    return switch (candidate.attempts % 3) {
      case 1 -> candidate.found.details().firstSlot();
      case 2 -> candidate.found.details().secondSlot();
      default -> -1;
    };
  }

  /** Takes what a repetition has shown, and returns it with the grades known so far. */
  Observation evaluate(SeededSchedule how, Observation seen) {
    if (!seen.damaged()) {
      seen.races().forEach(found -> add(found, how));
    }
    if (!how.target().isKnown()) {
      return seen.with(withKnownGrades(seen.races()));
    }
    attempts++;
    Candidate candidate = candidates.get(how.target());
    List<FoundRace> races = new ArrayList<>(withKnownGrades(seen.races()));
    if (candidate != null && !candidate.isConfirmed()) {
      candidate.attempts++;
      if (seen.confirmed()) {
        candidate.confirmation = new Confirmation(candidate.attempts, write(how, candidate.found));
        races = new ArrayList<>(withKnownGrades(seen.races()));
        if (races.stream().noneMatch(found -> found.details().target().equals(how.target()))) {
          races.add(0, withKnownGrade(candidate.found));
        }
      }
    }
    return seen.with(races);
  }

  private void add(FoundRace found, SeededSchedule origin) {
    boolean isWanted =
        plan.confirms(found.details().target()) && acceptance.reason(found).isEmpty();
    if (isWanted && candidates.size() < MOST_TARGETS) {
      candidates.putIfAbsent(found.details().target(), new Candidate(found, origin));
    }
  }

  private String write(SeededSchedule how, FoundRace found) {
    try {
      return files.write(how, found.variable());
    } catch (IOException failed) {
      warnings.add(
          "the replay file of a confirmed race could not be written: " + IoFailure.text(failed));
      return "";
    }
  }

  /** The same races with the grades known so far. */
  List<FoundRace> withKnownGrades(List<FoundRace> races) {
    return races.stream().map(this::withKnownGrade).toList();
  }

  private FoundRace withKnownGrade(FoundRace found) {
    Candidate candidate = candidates.get(found.details().target());
    boolean better =
        candidate != null && candidate.isConfirmed() && found.reported().grade() != Grade.CONFIRMED;
    return better ? found.confirmed(candidate.confirmation) : found;
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
    for (Candidate candidate : candidates.values()) {
      String outcome =
          candidate.isConfirmed()
              ? "confirmed in attempt " + candidate.confirmation.attempt()
              : "not confirmed in " + candidate.attempts;
      parts.add(candidate.found.variable() + " " + outcome);
    }
    return Optional.of(attempts + " (" + String.join("; ", parts) + ")");
  }

  /** Problems with replay files. */
  List<String> warnings() {
    return warnings;
  }
}
