package io.racedet.junit.settings;

import io.racedet.junit.report.Confirmation;
import io.racedet.junit.results.IoFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** What repetitions try to confirm, and how often they have tried. Not thread-safe. */
public final class Candidates<T, F> {
  /** What was found, and the attempts at confirming it. */
  public static final class Candidate<F> {
    private final F found;
    private final SeededSchedule origin;
    private int attempts;
    private Confirmation confirmation = Confirmation.NONE;

    private Candidate(F found, SeededSchedule origin) {
      this.found = found;
      this.origin = origin;
    }

    /** What was found. */
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

  /** Writes a file that repeats an attempt. */
  @FunctionalInterface
  public interface ReplayWriter {
    /** Writes the file and returns its path. */
    String write() throws IOException;
  }

  private final String kind;
  private final int most;
  private final Map<T, Candidate<F>> candidates = new LinkedHashMap<>();
  private final List<String> warnings = new ArrayList<>();

  /**
   * Starts without a candidate.
   *
   * @param most how many are accepted by {@link #add}
   */
  public Candidates(String kind, int most) {
    this.kind = kind;
    this.most = most;
  }

  /** Adds a candidate, unless there is one with the same target, or there are enough. */
  public void add(T target, F found, SeededSchedule origin) {
    if (candidates.size() < most) {
      candidates.putIfAbsent(target, new Candidate<>(found, origin));
    }
  }

  /** The candidate with a target; null if there is none. */
  public Candidate<F> of(T target) {
    return candidates.get(target);
  }

  /** All candidates, in the order in which they were added. */
  public Collection<Candidate<F>> all() {
    return candidates.values();
  }

  /** The one with the fewest attempts, the earliest of these, among some candidates. */
  public Optional<Candidate<F>> next(Predicate<Candidate<F>> which) {
    return all().stream().filter(which).min(Comparator.comparingInt(Candidate::attempts));
  }

  /** The last attempt has confirmed a candidate; without a file if that cannot be written. */
  public void confirm(Candidate<F> candidate, ReplayWriter file) {
    String written = "";
    try {
      written = file.write();
    } catch (IOException failed) {
      warnings.add(
          "the replay file of a confirmed "
              + kind
              + " could not be written: "
              + IoFailure.text(failed));
    }
    candidate.confirmation = new Confirmation(candidate.attempts, written);
  }

  /** Problems with replay files. */
  public List<String> warnings() {
    return warnings;
  }
}
