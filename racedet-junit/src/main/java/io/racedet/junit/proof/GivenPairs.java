package io.racedet.junit.proof;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineDefinition;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.race.AccessContext;
import io.racedet.race.RaceIds;
import io.racedet.race.RaceSink;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Reports given pairs of accesses, so that witnesses of exactly these are searched. */
final class GivenPairs implements Engine {
  private static final EngineClaims CLAIMS =
      new EngineClaims(
          "given-pairs",
          "none: the pairs that are given",
          1,
          EngineClaims.Soundness.UNSOUND,
          EngineClaims.Exactness.SUBSET,
          "O(n)",
          "O(p) for p pairs",
          "racedet");

  private final RaceSink races;
  private final List<RaceWithIds> pairs;
  private final TreeSet<Long> wanted = new TreeSet<>(); // the accesses that are still to come
  private final Map<Long, Long> details = new HashMap<>(); // of the others
  private long next;

  private GivenPairs(RaceSink races, List<RaceWithIds> pairs) {
    this.races = races;
    this.pairs = pairs;
    for (RaceWithIds pair : pairs) {
      wanted.add(pair.ids().first().index());
      wanted.add(pair.ids().second().index());
    }
    next = wanted.isEmpty() ? Long.MAX_VALUE : wanted.first();
  }

  /** The engine for some pairs, whose later accesses are known, and their earlier ones, too. */
  static EngineDefinition of(List<RaceWithIds> pairs) {
    return EngineDefinition.withoutOrder(CLAIMS, setup -> new GivenPairs(setup.races(), pairs));
  }

  @Override
  public void consume(EventBlock block) {
    for (int i = 0; i < block.size(); i++) {
      if (block.indices()[i] == next) {
        take(block, i);
      }
    }
  }

  private void take(EventBlock block, int i) {
    long detail = AccessContext.of(block.contexts()[i], block.locations()[i]);
    Op op = EventBlock.op(block.words()[i]);
    boolean isAtomic = op == Op.ATOMIC_READ || op == Op.ATOMIC_WRITE;
    details.put(next, isAtomic ? AccessContext.atomic(detail) : detail);
    for (RaceWithIds pair : pairs) {
      RaceIds ids = pair.ids();
      if (ids.second().index() == next) {
        long first = ids.first().index();
        int variable = ids.second().variable();
        races.race(
            variable, pair.race().kind(), true, first, details.get(first), next, details.get(next));
      }
    }
    wanted.remove(next);
    next = wanted.isEmpty() ? Long.MAX_VALUE : wanted.first();
  }
}
