package io.racedet.proof;

import io.racedet.event.EventSink;
import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.event.Op.Operand;
import io.racedet.race.Access;
import io.racedet.race.AccessContext;
import io.racedet.race.AccessIds;
import io.racedet.race.Grade;
import io.racedet.race.Limit;
import io.racedet.race.ProofStep;
import io.racedet.race.Race;
import io.racedet.race.RaceIds;
import io.racedet.race.RaceKind;
import io.racedet.race.RaceSink;
import io.racedet.race.ReachedLimit;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Collects the pairs that engines report, one race for each unordered pair of locations, and adds
 * names on demand.
 *
 * <p>Races are not distinguished by variable: one pair of source lines is one defect, however many
 * objects are affected. Pairs in which an access has no location are distinguished by variable,
 * kind and threads, so that their number does not grow with the trace.
 */
public final class RaceCollector extends Collector<Race> {
  /** A pair of accesses by their indices, the key if every pair is a race of its own. */
  private record Indices(long first, long second) {}

  /** The key of pairs in which an access has no location: what is known of them instead. */
  private record Unlocated(
      int variable, RaceKind kind, int thread, int other, int location, int otherLocation) {}

  private static final int NO_THREAD = -1;

  private final boolean everyPair;
  private final List<String> engines;
  private final SearchBudget budget;
  private final Long2ObjectOpenHashMap<Found> byLocations = new Long2ObjectOpenHashMap<>();
  private final Map<Indices, Found> byIndices = new HashMap<>();
  private final Int2ObjectOpenHashMap<Map<Unlocated, Found>> unlocated =
      new Int2ObjectOpenHashMap<>(); // by variable
  private final List<Found> found = new ArrayList<>();
  private List<ProofStep> steps = List.of();
  private final IntOpenHashSet variables = new IntOpenHashSet(); // of races
  private int told;
  private boolean namesAtOnce;

  public RaceCollector(
      LockContexts contexts,
      Names names,
      boolean everyPair,
      List<String> engines,
      RaceProofs proofs) {
    super(contexts, names, proofs);
    this.everyPair = everyPair;
    this.engines = engines;
    budget = proofs == null ? SearchBudget.NONE : proofs.budget();
  }

  /** The sink for the pairs of an engine. */
  public RaceSink sink(int engine) {
    return (variable, kind, ordered, first, firstDetail, second, secondDetail) -> {
      Found race = find(variable, kind, first, firstDetail, second, secondDetail);
      race.pairs[engine]++;
      boolean isBetter = race.best == null || race.best.ordered() && !ordered;
      boolean isToBeTried = proofs != null && race.isToBeTried(ordered);
      boolean isNear = isToBeTried && race.isNear(second - first);
      race.isTooMany |= isToBeTried && !isNear;
      if (isBetter || isNear) {
        variables.add(variable);
        Candidate pair =
            new Candidate(
                engine, variable, kind, ordered, first, firstDetail, second, secondDetail);
        if (isBetter) {
          race.best = pair;
          race.named = null;
          race.named = namesAtOnce ? race(race, 1) : null;
        }
        if (isNear) {
          race.keep(pair);
        }
      }
    };
  }

  private Found find(
      int variable, RaceKind kind, long first, long firstDetail, long second, long secondDetail) {
    if (everyPair) {
      // An engine reports no pair twice.
      return engines.size() == 1
          ? add()
          : byIndices.computeIfAbsent(new Indices(first, second), unseen -> add());
    }
    int one = first == 0 ? EventSink.NO_LOCATION : AccessContext.location(firstDetail);
    int other = AccessContext.location(secondDetail);
    if (one == EventSink.NO_LOCATION || other == EventSink.NO_LOCATION) {
      int thread = first == 0 ? NO_THREAD : thread(firstDetail);
      return unlocated
          .computeIfAbsent(variable, unseen -> new HashMap<>())
          .computeIfAbsent(
              unlocated(variable, kind, thread, thread(secondDetail), one, other), unseen -> add());
    }
    long key = (long) Math.min(one, other) << Integer.SIZE | Math.max(one, other);
    Found known = byLocations.get(key);
    if (known == null) {
      known = add();
      byLocations.put(key, known);
    }
    return known;
  }

  /** The same whichever thread comes first, if both accesses write. */
  private static Unlocated unlocated(
      int variable, RaceKind kind, int thread, int other, int location, int otherLocation) {
    return kind == RaceKind.WRITE_WRITE && thread > other
        ? new Unlocated(variable, kind, other, thread, otherLocation, location)
        : new Unlocated(variable, kind, thread, other, location, otherLocation);
  }

  private int thread(long detail) {
    return contexts.thread(AccessContext.context(detail));
  }

  private Found add() {
    Found race = new Found(engines.size());
    found.add(race);
    return race;
  }

  /**
   * Takes names when races are found, not when they are asked for, since ids will be reused.
   * Without witnesses.
   */
  public void nameAtOnce() {
    namesAtOnce = true;
  }

  /** Whether races found so far name an id. */
  public boolean refersTo(Operand space, int id) {
    return switch (space) {
      case VARIABLE -> variables.contains(id);
      case SYNC, CHANNEL -> false;
      default -> true;
    };
  }

  /** Forgets a variable: later races on its id are on another one. */
  public void forgetVariable(int variable) {
    unlocated.remove(variable);
  }

  /** Forgets threads: later races of their ids are those of others. */
  public void forgetThreads(BitSet threads) {
    for (Map<Unlocated, Found> races : unlocated.values()) {
      races.keySet().removeIf(race -> isIn(threads, race.thread()) || isIn(threads, race.other()));
    }
  }

  private static boolean isIn(BitSet threads, int thread) {
    return thread != NO_THREAD && threads.get(thread);
  }

  /** Announces each race that has not been announced yet, as far as it is known now. */
  public void announce(Consumer<Race> listener) {
    while (told < found.size()) {
      // Counted first, so that a race is not announced again after the listener has thrown.
      Found next = found.get(told++);
      if (next.grade() != Grade.REFUTED) {
        listener.accept(race(next, 1));
      }
    }
  }

  /** {@inheritDoc} Nearest accesses first. */
  @Override
  public void prove(Consumer<Race> listener) {
    if (proofs == null) {
      return;
    }
    proofs.countAgain();
    found.stream().filter(f -> !f.best.ordered()).forEach(f -> listener.accept(race(f, f.count())));
    found.stream()
        .filter(f -> f.best.ordered())
        .sorted(Comparator.comparingLong(f -> f.nearest.get(0).distance()))
        .forEach(
            f -> {
              f.decision = proofs.prove(f.nearest, !f.isTooMany, errors::add);
              if (f.grade() != Grade.REFUTED) {
                listener.accept(race(f, f.count()));
              }
            });
    steps = proofs.steps();
  }

  /** What {@link #prove} has cost; empty if nothing was searched. */
  public List<ProofStep> steps() {
    return steps;
  }

  @Override
  public List<ReachedLimit> limits() {
    Map<Limit, Integer> undecided = new EnumMap<>(Limit.class);
    long searched = 0;
    for (Found f : found) {
      if (f.best.ordered()) {
        searched++;
        if (f.decision.limit() != null) {
          undecided.merge(f.decision.limit(), 1, Integer::sum);
        }
      }
    }
    List<ReachedLimit> limits = new ArrayList<>();
    for (Map.Entry<Limit, Integer> entry : undecided.entrySet()) {
      String races = entry.getValue() + " of " + searched + (searched == 1 ? " race" : " races");
      limits.add(entry.getKey().reached(races + " not decided: " + because(entry.getKey())));
    }
    return limits;
  }

  private String because(Limit limit) {
    return switch (limit) {
      case SEARCH_STEPS -> "a search for a witness may take " + budget.search() + " steps";
      case TOTAL_STEPS ->
          "all searches for witnesses together may take " + budget.total() + " steps";
      case PAIRS_TRIED -> "only the " + Found.MAX_TRIED + " nearest pairs of each race are tried";
      default -> throw new IllegalArgumentException("limit: " + limit + " (expected: of searches)");
    };
  }

  @Override
  List<Race> results(boolean refuted) {
    return sorted(refuted).stream().map(f -> race(f, f.count())).toList();
  }

  /** The ids of {@link #found}, in the same order. */
  public List<RaceIds> ids() {
    return sorted(false).stream().map(f -> ids(pair(f))).toList();
  }

  private List<Found> sorted(boolean refuted) {
    List<Found> races = new ArrayList<>(found.size());
    for (Found f : found) {
      if ((f.grade() == Grade.REFUTED) == refuted) {
        races.add(f);
      }
    }
    if (races.size() > 1) {
      races.sort(
          Comparator.comparingLong((Found f) -> pair(f).second())
              .thenComparingLong(f -> pair(f).first()));
    }
    return races;
  }

  private static Candidate pair(Found f) {
    boolean isProved = f.best.ordered() && f.decision.claim() != null;
    return isProved ? f.decision.claim() : f.best;
  }

  private RaceIds ids(Candidate pair) {
    return new RaceIds(
        ids(pair.first(), pair.firstDetail(), pair.variable()),
        ids(pair.second(), pair.secondDetail(), pair.variable()));
  }

  private AccessIds ids(long index, long detail, int variable) {
    return index == 0
        ? new AccessIds(0, NO_THREAD, variable, EventSink.NO_LOCATION)
        : new AccessIds(index, thread(detail), variable, AccessContext.location(detail));
  }

  private Race race(Found f, long count) {
    if (f.named != null) {
      return f.named.counted(count);
    }
    Candidate pair = pair(f);
    return new Race(
        engines.get(pair.engine()),
        names.name(Operand.VARIABLE, pair.variable()),
        pair.kind(),
        access(pair.first(), pair.firstDetail(), pair.kind() != RaceKind.READ_WRITE),
        access(pair.second(), pair.secondDetail(), pair.kind() != RaceKind.WRITE_READ),
        count,
        f.proof());
  }

  private Access access(long index, long detail, boolean write) {
    if (index == 0) {
      return Access.UNKNOWN;
    }
    int location = AccessContext.location(detail);
    return new Access(
        index,
        names.name(Operand.THREAD, thread(detail)),
        write,
        AccessContext.isAtomic(detail),
        location == EventSink.NO_LOCATION ? "" : names.location(location),
        locks.held(AccessContext.context(detail)));
  }
}
