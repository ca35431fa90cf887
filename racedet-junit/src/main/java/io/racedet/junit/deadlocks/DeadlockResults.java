package io.racedet.junit.deadlocks;

import io.racedet.junit.report.Confirmation;
import io.racedet.junit.report.CycleTarget;
import io.racedet.junit.report.FoundDeadlock;
import io.racedet.report.Occurrence;
import io.racedet.report.RaceKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** The dead-locks of the repetitions of one test. Not thread-safe. */
public final class DeadlockResults {
  private final Function<FoundDeadlock, Optional<String>> acceptance;
  private final Predicate<FoundDeadlock> isDecisive;
  private final List<FoundDeadlock> decisive = new ArrayList<>();
  private final Map<RaceKey, FoundDeadlock> lesser = new LinkedHashMap<>();
  private final Map<RaceKey, FoundDeadlock> accepted = new LinkedHashMap<>();
  private final Map<RaceKey, Occurrence> occurrences = new HashMap<>();
  private final Map<CycleTarget, Confirmation> confirmed = new HashMap<>();

  /**
   * Starts without a dead-lock.
   *
   * @param acceptance returns why a dead-lock is accepted, and so decides nothing; empty if not
   * @param isDecisive whether another one decides the test
   */
  public DeadlockResults(
      Function<FoundDeadlock, Optional<String>> acceptance, Predicate<FoundDeadlock> isDecisive) {
    this.acceptance = acceptance;
    this.isDecisive = isDecisive;
  }

  /** Adds those of a repetition. */
  public void add(List<FoundDeadlock> found, Occurrence where) {
    for (FoundDeadlock deadlock : found) {
      FoundDeadlock graded = graded(deadlock);
      RaceKey key = graded.key();
      occurrences.putIfAbsent(key, where);
      if (acceptance.apply(graded).isPresent()) {
        accepted.merge(key, graded, DeadlockResults::better);
      } else if (isDecisive.test(graded)) {
        decisive.add(graded);
      } else {
        lesser.merge(key, graded, DeadlockResults::better);
      }
    }
  }

  private static FoundDeadlock better(FoundDeadlock one, FoundDeadlock other) {
    return one.grade().isAtLeast(other.grade()) ? one : other;
  }

  private FoundDeadlock graded(FoundDeadlock found) {
    Confirmation how = confirmed.get(found.target());
    return how == null ? found : found.confirmed(how);
  }

  /** All threads of a dead-lock were held at their requests. */
  public void confirm(CycleTarget target, Confirmation how) {
    confirmed.putIfAbsent(target, how);
    decisive.replaceAll(this::graded);
    lesser.replaceAll((key, found) -> graded(found));
    accepted.replaceAll((key, found) -> graded(found));
  }

  /** Those of the last repetition that decide the test. */
  public List<FoundDeadlock> decisive() {
    return List.copyOf(decisive);
  }

  /** Those of all repetitions that do not decide the test, each once. */
  public List<FoundDeadlock> lesser() {
    return List.copyOf(lesser.values());
  }

  /** Accepted ones, each once. */
  public List<FoundDeadlock> accepted() {
    return List.copyOf(accepted.values());
  }

  /** All of them. */
  public List<FoundDeadlock> all() {
    List<FoundDeadlock> all = new ArrayList<>(decisive);
    all.addAll(accepted.values());
    all.addAll(lesser.values());
    return all;
  }

  /** Why a dead-lock is accepted. */
  public String reason(FoundDeadlock found) {
    return acceptance.apply(found).orElse("");
  }

  /** The first occurrence of a dead-lock, for the report. */
  public Occurrence occurrence(FoundDeadlock found, String test, String trace) {
    Occurrence first = occurrences.get(found.key());
    return new Occurrence(test, first.repetition(), first.seed(), trace);
  }
}
