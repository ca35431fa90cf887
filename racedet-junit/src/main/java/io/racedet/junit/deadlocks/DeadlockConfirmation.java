package io.racedet.junit.deadlocks;

import io.racedet.junit.report.Confirmation;
import io.racedet.junit.report.CycleTarget;
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

  private final Plan plan;
  private final ReplayFiles files;
  private final Candidates<CycleTarget, CycleTarget> candidates =
      new Candidates<>("deadlock", MAX_TARGETS);

  /**
   * Starts without a deadlock.
   *
   * @param files receives a file for each confirmed one
   */
  public DeadlockConfirmation(Plan plan, ReplayFiles files) {
    this.plan = plan;
    this.files = files;
  }

  /** Adds a deadlock that is to be confirmed. */
  public void add(FoundDeadlock found, SeededSchedule origin) {
    if (plan.confirms(found.target())) {
      candidates.add(found.target(), found.target(), origin);
    }
  }

  /**
   * The schedule of the next attempt, at the deadlock with the fewest ones.
   *
   * @return empty when each is confirmed or has had its attempts
   */
  public Optional<SeededSchedule> next(int repetition) {
    return candidates
        .next(each -> each.attempts() < MAX_ATTEMPTS && !each.isConfirmed())
        .map(each -> schedule(each, plan.repetition(repetition)));
  }

  private static SeededSchedule schedule(Candidate<CycleTarget> candidate, SeededSchedule other) {
    if (other.cycle().isKnown()) {
      return other; // a replay
    }
    int attempts = candidate.attempts();
    return candidate.base(other).into(candidate.found(), attempts < 2 ? attempts : other.seed());
  }

  /** Takes whether an attempt has held all threads at their requests. */
  public Optional<Confirmation> evaluate(SeededSchedule how, boolean isCaught) {
    candidates.add(how.cycle(), how.cycle(), how); // of a replay it is the first to tell
    Candidate<CycleTarget> candidate = candidates.of(how.cycle());
    candidate.addAttempt();
    if (!isCaught || candidate.isConfirmed()) {
      return Optional.empty();
    }
    candidates.confirm(candidate, () -> files.write(how));
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
