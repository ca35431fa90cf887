package io.racedet.proof;

import io.racedet.engine.deadlock.DeadlockPattern;
import io.racedet.engine.deadlock.PatternKey;
import io.racedet.event.EventSink;
import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.event.Op.Operand;
import io.racedet.race.AccessContext;
import io.racedet.race.Deadlock;
import io.racedet.race.Grade;
import io.racedet.race.Limit;
import io.racedet.race.ReachedLimit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Collects deadlock patterns, one deadlock for each set of locations, whatever the threads and
 * objects; those in which a request has no location are distinguished by threads and locks. Proves
 * or refutes them, and adds names on demand.
 */
public final class DeadlockCollector extends Collector<Deadlock> {
  /** The state of one deadlock. */
  private static final class Group {
    final List<DeadlockPattern> patterns = new ArrayList<>();
    long count;
    Decision<DeadlockClaim> decision = Decision.unknown();

    void add(DeadlockPattern added) {
      count += added.count();
      if (patterns.size() < Found.MAX_TRIED) {
        patterns.add(added);
      }
    }

    /** All cycles of requests that are known, the most promising ones first. */
    List<DeadlockClaim> claims() {
      return patterns.stream()
          .sorted(Comparator.comparing(pattern -> !pattern.isSyncPreserving()))
          .flatMap(
              pattern -> pattern.requests().stream().map(next -> new DeadlockClaim(pattern, next)))
          .toList();
    }

    boolean isComplete() {
      return count == patterns.size() && patterns.stream().allMatch(DeadlockPattern::isComplete);
    }

    /** What it is shown as: what the proof is about, or the first one. */
    DeadlockClaim shown() {
      DeadlockPattern first = patterns.get(0);
      return decision.claim() == null
          ? new DeadlockClaim(first, first.requests().get(0))
          : decision.claim();
    }
  }

  private final Map<PatternKey, Group> groups = new LinkedHashMap<>();

  /**
   * Starts without a pattern.
   *
   * @param proofs searches for witnesses; null for none
   */
  public DeadlockCollector(LockContexts contexts, Names names, RaceProofs proofs) {
    super(contexts, names, proofs);
  }

  /** How many patterns of one deadlock are tried, and how many cycles of requests of each. */
  public static int mostTried() {
    return Found.MAX_TRIED;
  }

  /** Adds a pattern. */
  public void add(DeadlockPattern pattern) {
    groups.computeIfAbsent(pattern.key(), unseen -> new Group()).add(pattern);
  }

  @Override
  public void prove(Consumer<Deadlock> listener) {
    if (proofs == null) {
      return;
    }
    for (Group group : groups.values()) {
      group.decision = proofs.prove(group.claims(), group.isComplete(), errors::add);
      if (group.decision.grade() != Grade.REFUTED) {
        listener.accept(deadlock(group));
      }
    }
  }

  @Override
  public List<ReachedLimit> limits() {
    Map<Limit, Integer> undecided = new LinkedHashMap<>();
    for (Group group : groups.values()) {
      if (group.decision.limit() != null) {
        undecided.merge(group.decision.limit(), 1, Integer::sum);
      }
    }
    List<ReachedLimit> limits = new ArrayList<>();
    undecided.forEach(
        (limit, count) ->
            limits.add(
                limit.reached(
                    count
                        + " of "
                        + groups.size()
                        + (groups.size() == 1 ? " deadlock" : " deadlocks")
                        + " not decided")));
    return limits;
  }

  /** Whether each deadlock is proved or refuted. */
  public boolean areDecided() {
    return groups.values().stream().noneMatch(group -> group.decision.grade() == Grade.PREDICTED);
  }

  @Override
  List<Deadlock> results(boolean refuted) {
    Comparator<Group> order =
        Comparator.comparingLong((Group g) -> Arrays.stream(g.shown().next()).max().orElseThrow())
            .thenComparingLong(g -> Arrays.stream(g.shown().next()).min().orElseThrow());
    return groups.values().stream()
        .filter(group -> (group.decision.grade() == Grade.REFUTED) == refuted)
        .sorted(order)
        .map(this::deadlock)
        .toList();
  }

  private Deadlock deadlock(Group group) {
    DeadlockClaim shown = group.shown();
    long[] indices = shown.next();
    int size = indices.length;
    int first = 0;
    for (int i = 1; i < size; i++) {
      first = indices[i] < indices[first] ? i : first;
    }
    List<Deadlock.Request> requests = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      int at = (first + i) % size;
      requests.add(request(indices[at], shown.pattern().details()[at]));
    }
    return new Deadlock(requests, group.count, group.decision.proof());
  }

  private Deadlock.Request request(long index, long detail) {
    int context = AccessContext.context(detail);
    int location = AccessContext.location(detail);
    return new Deadlock.Request(
        index,
        names.name(Operand.THREAD, contexts.thread(context)),
        names.name(Operand.LOCK, contexts.lock(context)),
        contexts.isShared(context),
        location == EventSink.NO_LOCATION ? "" : names.location(location),
        locks.held(contexts.parent(context)));
  }
}
