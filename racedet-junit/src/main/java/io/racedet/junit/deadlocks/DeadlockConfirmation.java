package io.racedet.junit.deadlocks;

import io.racedet.junit.report.Confirmation;
import io.racedet.junit.report.CycleTarget;
import io.racedet.junit.report.FoundDeadlock;
import io.racedet.junit.results.IoFailure;
import io.racedet.junit.settings.Plan;
import io.racedet.junit.settings.ReplayFiles;
import io.racedet.junit.settings.SeededSchedule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Schedules repetitions that drive threads into the dead-locks that were found, and tracks which of
 * them are confirmed. Not thread-safe.
 */
public final class DeadlockConfirmation {
  private static final int MOST_ATTEMPTS = 40;
  private static final int MOST_TARGETS = 5;
  private static final String BROKEN = "io.racedet.runtime.locks.DeadlockBroken";

  private final Plan plan;
  private final ReplayFiles files;
  private final Map<CycleTarget, Integer> attempts = new LinkedHashMap<>();
  private final Map<CycleTarget, Confirmation> confirmed = new LinkedHashMap<>();
  private final List<String> warnings = new ArrayList<>();

  public DeadlockConfirmation(Plan plan, ReplayFiles files) {
    this.plan = plan;
    this.files = files;
  }

  /** Adds a dead-lock that is to be confirmed. */
  public void add(FoundDeadlock found) {
    if (plan.confirms(found.target()) && attempts.size() < MOST_TARGETS) {
      attempts.putIfAbsent(found.target(), 0);
    }
  }

  /**
   * The schedule of the next attempt, at the dead-lock with the fewest ones.
   *
   * @param origin the schedule that has shown the dead-locks
   * @return empty when each is confirmed or has had its attempts
   */
  public Optional<SeededSchedule> next(SeededSchedule origin, int repetition) {
    return attempts.entrySet().stream()
        .filter(each -> each.getValue() < MOST_ATTEMPTS && !confirmed.containsKey(each.getKey()))
        .min(Comparator.comparingInt(Map.Entry::getValue))
        .map(each -> schedule(each.getKey(), each.getValue(), origin, repetition));
  }

  /* The schedule that showed the requests may lead to them again, or another one may. */
  private SeededSchedule schedule(
      CycleTarget target, int attempt, SeededSchedule origin, int repetition) {
    SeededSchedule other = plan.repetition(repetition);
    if (other.cycle().isKnown()) {
      return other; // a replay
    }
    SeededSchedule base = attempt % 2 == 0 ? origin : other;
    return base.into(target, attempt < 2 ? attempt : other.seed());
  }

  /** Takes whether an attempt has held all threads at their requests. */
  public Optional<Confirmation> evaluate(SeededSchedule how, boolean isCaught) {
    CycleTarget target = how.cycle();
    int attempt = attempts.merge(target, 1, Integer::sum);
    if (!isCaught || confirmed.containsKey(target)) {
      return Optional.empty();
    }
    Confirmation confirmation = new Confirmation(attempt, write(how));
    confirmed.put(target, confirmation);
    return Optional.of(confirmation);
  }

  private String write(SeededSchedule how) {
    try {
      return files.write(how);
    } catch (IOException failed) {
      warnings.add(
          "the replay file of a confirmed dead-lock could not be written: "
              + IoFailure.text(failed));
      return "";
    }
  }

  /** Whether something was thrown because a dead-lock was broken. */
  public static boolean isBroken(Throwable thrown) {
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      if (at.getClass().getName().equals(BROKEN)) {
        return true;
      }
      for (Throwable suppressed : at.getSuppressed()) {
        if (isBroken(suppressed)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The attempts and their outcome for the report; empty if there were none. */
  public Optional<String> summary() {
    int all = attempts.values().stream().mapToInt(Integer::intValue).sum();
    return all == 0
        ? Optional.empty()
        : Optional.of(all + " (" + confirmed.size() + " of " + attempts.size() + " confirmed)");
  }

  /** Problems with replay files. */
  public List<String> warnings() {
    return warnings;
  }
}
