package io.racedet.junit.deadlocks;

import io.racedet.junit.report.Confirmation;
import io.racedet.junit.report.Found;
import io.racedet.junit.report.FoundDeadlock;
import io.racedet.junit.report.Target;
import io.racedet.report.RaceKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The deadlocks of the repetitions of one test, each once, with the best grade that it had. Not
 * thread-safe.
 */
public final class DeadlockResults {
  private final Function<FoundDeadlock, Optional<String>> acceptance;
  private final Predicate<FoundDeadlock> isDecisive;
  private final Map<RaceKey, FoundDeadlock> decisive = new LinkedHashMap<>();
  private final Map<RaceKey, FoundDeadlock> lesser = new LinkedHashMap<>();
  private final Map<RaceKey, FoundDeadlock> accepted = new LinkedHashMap<>();

  /** One deadlock can have several: of a request that has come, less is known than of others. */
  private final Map<Target, RaceKey> keys = new HashMap<>();

  private final Map<Target, Confirmation> confirmedTargets = new HashMap<>();
  private final Map<RaceKey, Confirmation> confirmed = new HashMap<>();

  /** Starts without a deadlock; accepted ones decide nothing, and have a reason. */
  public DeadlockResults(
      Function<FoundDeadlock, Optional<String>> acceptance, Predicate<FoundDeadlock> isDecisive) {
    this.acceptance = acceptance;
    this.isDecisive = isDecisive;
  }

  /** Adds those of a repetition. */
  public void add(List<FoundDeadlock> found) {
    for (FoundDeadlock deadlock : found) {
      keys.put(deadlock.target(), deadlock.key());
      Confirmation how = confirmedTargets.get(deadlock.target());
      if (how != null) {
        confirmed.putIfAbsent(deadlock.key(), how);
      }
      add(deadlock);
    }
  }

  private void add(FoundDeadlock deadlock) {
    FoundDeadlock graded = graded(deadlock);
    if (acceptance.apply(graded).isPresent()) {
      accepted.merge(graded.key(), graded, Found::better);
    } else if (decisive.containsKey(graded.key()) || isDecisive.test(graded)) {
      FoundDeadlock before = lesser.remove(graded.key());
      decisive.merge(graded.key(), graded, Found::better);
      if (before != null) {
        decisive.merge(graded.key(), before, Found::better);
      }
    } else {
      lesser.merge(graded.key(), graded, Found::better);
    }
  }

  private FoundDeadlock graded(FoundDeadlock found) {
    Confirmation how = confirmed.get(found.key());
    return how == null || found.confirmation() != Confirmation.NONE ? found : found.confirmed(how);
  }

  /** All threads of a deadlock were held at their requests: it may decide the test now. */
  public void confirm(Target target, Confirmation how) {
    confirmedTargets.putIfAbsent(target, how);
    RaceKey key = keys.get(target);
    if (key == null) {
      return; // of a replay, and not found yet
    }
    confirmed.putIfAbsent(key, how);
    for (Map<RaceKey, FoundDeadlock> some : List.of(decisive, lesser, accepted)) {
      some.computeIfPresent(key, (same, found) -> graded(found));
    }
    FoundDeadlock found = lesser.get(key);
    if (found != null && isDecisive.test(found)) {
      decisive.put(key, lesser.remove(key));
    }
  }

  /** Those that decide the test, confirmed ones first. */
  public List<FoundDeadlock> decisive() {
    return decisive.values().stream().sorted(Found.CONFIRMED_FIRST).toList();
  }

  /** Those of all repetitions that do not decide the test. */
  public List<FoundDeadlock> lesser() {
    return List.copyOf(lesser.values());
  }

  /** Accepted ones. */
  public List<FoundDeadlock> accepted() {
    return List.copyOf(accepted.values());
  }

  /** All of them. */
  public List<FoundDeadlock> all() {
    List<FoundDeadlock> all = new ArrayList<>(decisive.values());
    all.addAll(accepted.values());
    all.addAll(lesser.values());
    return all;
  }
}
