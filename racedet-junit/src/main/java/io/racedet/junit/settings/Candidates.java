package io.racedet.junit.settings;

import io.racedet.junit.report.Confirmation;
import io.racedet.junit.report.Found;
import io.racedet.junit.report.Target;
import io.racedet.junit.results.IoFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/** What repetitions try to confirm, and how often they have tried. Not thread-safe. */
public final class Candidates<F extends Found> {
  /** What was found, and the attempts at confirming it. */
  public static final class Candidate<F> {
    private final Target target;
    private final F found;
    private final SeededSchedule origin;
    private int attempts;
    private Confirmation confirmation = Confirmation.NONE;

    private Candidate(Target target, F found, SeededSchedule origin) {
      this.target = target;
      this.found = found;
      this.origin = origin;
    }

    /** Where threads are held to confirm it. */
    public Target target() {
      return target;
    }

    /** What was found; null if a replay has not shown it yet. */
    public F found() {
      return found;
    }

    /** How many attempts there were. */
    public int attempts() {
      return attempts;
    }

    /** Counts an attempt. */
    public void addAttempt() {
      attempts++;
    }

    /** How it was confirmed. */
    public Confirmation confirmation() {
      return confirmation;
    }

    /** Whether it was confirmed. */
    public boolean isConfirmed() {
      return confirmation.attempt() > 0;
    }

    /**
     * The schedule of the next attempt, to which the target is to be added: that which has shown it
     * may lead there again, or another one may.
     */
    public SeededSchedule base(SeededSchedule other) {
      return attempts % 2 == 0 ? origin : other;
    }
  }

  private final String kind;
  private final int maxAttempts;
  private final int most;
  private final Plan plan;
  private final ReplayFiles files;
  private final Map<Target, Candidate<F>> candidates = new LinkedHashMap<>();
  private final List<String> warnings = new ArrayList<>();

  /**
   * Starts without a candidate.
   *
   * @param kind what the candidates are, for texts
   * @param maxAttempts after how many attempts a candidate is given up
   * @param most how many are accepted by {@link #add}
   */
  public Candidates(String kind, int maxAttempts, int most, Plan plan, ReplayFiles files) {
    this.kind = kind;
    this.maxAttempts = maxAttempts;
    this.most = most;
    this.plan = plan;
    this.files = files;
  }

  /**
   * Adds a candidate, unless the plan does not confirm it, there is one with the same target, or
   * there are enough.
   */
  public void add(Target target, F found, SeededSchedule origin) {
    if (plan.confirms(target) && candidates.size() < most) {
      candidates.putIfAbsent(target, new Candidate<>(target, found, origin));
    }
  }

  /** The candidate with a target; null if there is none. */
  public Candidate<F> of(Target target) {
    return candidates.get(target);
  }

  /** Counts an attempt at a target, which need not have been added before: replays are not. */
  public Candidate<F> attempted(Target target, SeededSchedule how) {
    Candidate<F> candidate =
        candidates.computeIfAbsent(target, same -> new Candidate<>(target, null, how));
    candidate.addAttempt();
    return candidate;
  }

  /** All candidates, in the order in which they were added. */
  public Collection<Candidate<F>> all() {
    return candidates.values();
  }

  /** Whether a candidate is not confirmed, and has attempts left. */
  public boolean isOpen(Candidate<F> candidate) {
    return !candidate.isConfirmed() && candidate.attempts() < maxAttempts;
  }

  /**
   * The schedule of the next attempt: at the candidate with the fewest attempts, the earliest of
   * these, among some; empty if there is none.
   *
   * @param aim makes the schedule from what is planned for the repetition, which has no target
   */
  public Optional<SeededSchedule> next(
      int repetition,
      Predicate<Candidate<F>> which,
      BiFunction<Candidate<F>, SeededSchedule, SeededSchedule> aim) {
    SeededSchedule planned = plan.repetition(repetition);
    return all().stream()
        .filter(which)
        .min(Comparator.comparingInt(Candidate::attempts))
        // A replay has its target.
        .map(next -> planned.isTargeted() ? planned : aim.apply(next, planned));
  }

  /**
   * The last attempt has confirmed a candidate; without a file if that cannot be written.
   *
   * @param variable the name of that of a race
   */
  public void confirm(Candidate<F> candidate, SeededSchedule how, String variable) {
    String file = "";
    try {
      file = files.write(how, variable);
    } catch (IOException failed) {
      warnings.add(
          "the replay file of a confirmed "
              + kind
              + " could not be written: "
              + IoFailure.text(failed));
    }
    candidate.confirmation = new Confirmation(candidate.attempts, file);
  }

  /** Problems with replay files. */
  public List<String> warnings() {
    return warnings;
  }
}
