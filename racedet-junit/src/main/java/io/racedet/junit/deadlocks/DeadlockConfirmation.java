package io.racedet.junit.deadlocks;

import io.racedet.junit.report.Confirmation;
import io.racedet.junit.report.FoundDeadlock;
import io.racedet.junit.settings.Candidates;
import io.racedet.junit.settings.Candidates.Candidate;
import io.racedet.junit.settings.Plan;
import io.racedet.junit.settings.ReplayFiles;
import io.racedet.junit.settings.SeededSchedule;
import java.util.List;
import java.util.Optional;

/**
 * Schedules repetitions that drive threads into the deadlocks that were found, and tracks which of
 * them are confirmed. Not thread-safe.
 */
public final class DeadlockConfirmation {
  private static final int MAX_ATTEMPTS = 40;
  private static final int MAX_TARGETS = 5;

  private final Candidates<FoundDeadlock> candidates;

  /** Starts without a deadlock. Each confirmed one gets a file. */
  public DeadlockConfirmation(Plan plan, ReplayFiles files) {
    candidates = new Candidates<>("deadlock", MAX_ATTEMPTS, MAX_TARGETS, plan, files);
  }

  /** Adds a deadlock that is to be confirmed. */
  public void add(FoundDeadlock found, SeededSchedule origin) {
    candidates.add(found.target(), found, origin);
  }

  /**
   * The schedule of the next attempt, at the deadlock with the fewest ones; empty when each is
   * confirmed or has had its attempts.
   */
  public Optional<SeededSchedule> next(int repetition) {
    return candidates.next(repetition, candidates::isOpen, DeadlockConfirmation::aimed);
  }

  private static SeededSchedule aimed(Candidate<FoundDeadlock> next, SeededSchedule other) {
    int attempts = next.attempts();
    return next.base(other).at(next.target(), attempts < 2 ? attempts : other.seed());
  }

  /** Takes whether an attempt has held all threads at their requests. */
  public Optional<Confirmation> evaluate(SeededSchedule how, boolean isCaught) {
    Candidate<FoundDeadlock> candidate = candidates.attempted(how.target(), how);
    if (!isCaught || candidate.isConfirmed()) {
      return Optional.empty();
    }
    candidates.confirm(candidate, how, "");
    return Optional.of(candidate.confirmation());
  }

  /** The attempts and their outcome for the report; empty if there were none. */
  public Optional<String> summary() {
    int all = candidates.all().stream().mapToInt(Candidate::attempts).sum();
    long confirmed = candidates.all().stream().filter(Candidate::isConfirmed).count();
    return all == 0
        ? Optional.empty()
        : Optional.of(all + " (" + confirmed + " of " + candidates.all().size() + " confirmed)");
  }

  /** Problems with replay files. */
  public List<String> warnings() {
    return candidates.warnings();
  }
}
