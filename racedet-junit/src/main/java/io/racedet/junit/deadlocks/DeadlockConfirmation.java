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

  /** A dead-lock and the attempts at confirming it. */
  private static final class Candidate {
    final SeededSchedule origin;
    int attempts;

    Candidate(SeededSchedule origin) {
      this.origin = origin;
    }
  }

  private final Plan plan;
  private final ReplayFiles files;
  private final Map<CycleTarget, Candidate> candidates = new LinkedHashMap<>();
  private final Map<CycleTarget, Confirmation> confirmed = new LinkedHashMap<>();
  private final List<String> warnings = new ArrayList<>();

  public DeadlockConfirmation(Plan plan, ReplayFiles files) {
    this.plan = plan;
    this.files = files;
  }

  /**
   * Adds a dead-lock that is to be confirmed.
   *
   * @param origin the schedule that has shown it
   */
  public void add(FoundDeadlock found, SeededSchedule origin) {
    if (plan.confirms(found.target()) && candidates.size() < MOST_TARGETS) {
      candidates.putIfAbsent(found.target(), new Candidate(origin));
    }
  }

  /**
   * The schedule of the next attempt, at the dead-lock with the fewest ones.
   *
   * @return empty when each is confirmed or has had its attempts
   */
  public Optional<SeededSchedule> next(int repetition) {
    return candidates.entrySet().stream()
        .filter(
            each ->
                each.getValue().attempts < MOST_ATTEMPTS && !confirmed.containsKey(each.getKey()))
        .min(Comparator.comparingInt(each -> each.getValue().attempts))
        .map(each -> schedule(each.getKey(), each.getValue(), repetition));
  }

  /* The schedule that showed the requests may lead to them again, or another one may. */
  private SeededSchedule schedule(CycleTarget target, Candidate candidate, int repetition) {
    SeededSchedule other = plan.repetition(repetition);
    if (other.cycle().isKnown()) {
      return other; // a replay
    }
    SeededSchedule base = candidate.attempts % 2 == 0 ? candidate.origin : other;
    return base.into(target, candidate.attempts < 2 ? candidate.attempts : other.seed());
  }

  /** Takes whether an attempt has held all threads at their requests. */
  public Optional<Confirmation> evaluate(SeededSchedule how, boolean isCaught) {
    CycleTarget target = how.cycle();
    int attempt = ++candidates.computeIfAbsent(target, of -> new Candidate(how)).attempts;
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

  /** The attempts and their outcome for the report; empty if there were none. */
  public Optional<String> summary() {
    int all = candidates.values().stream().mapToInt(each -> each.attempts).sum();
    return all == 0
        ? Optional.empty()
        : Optional.of(all + " (" + confirmed.size() + " of " + candidates.size() + " confirmed)");
  }

  /** Problems with replay files. */
  public List<String> warnings() {
    return warnings;
  }
}
