package io.racedet.run;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineDefinition;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.race.AccessContext;
import io.racedet.race.RaceIds;
import io.racedet.race.RaceKind;
import io.racedet.race.RaceSink;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Reports given pairs of accesses, so that witnesses of exactly these are searched. */
public final class GivenPairs implements Engine {
  private static final EngineClaims CLAIMS =
      new EngineClaims(
          "given-pairs",
          "none: the given pairs",
          1,
          EngineClaims.Soundness.UNSOUND,
          EngineClaims.Exactness.SUBSET,
          "O(n)",
          "O(p) for p pairs",
          "none");

  /** An access that has arrived. */
  private record Arrived(int variable, boolean writes, long detail) {}

  private final RaceSink races;
  private final List<RaceIds> pairs;
  private final TreeSet<Long> wanted = new TreeSet<>(); // the accesses that are still to come
  private final Map<Long, Arrived> accesses = new HashMap<>(); // the others
  private long next;

  private GivenPairs(RaceSink races, List<RaceIds> pairs) {
    this.races = races;
    this.pairs = pairs;
    for (RaceIds pair : pairs) {
      wanted.add(pair.first().index());
      wanted.add(pair.second().index());
    }
    next = wanted.isEmpty() ? Long.MAX_VALUE : wanted.first();
  }

  /** The engine for some pairs. */
  public static EngineDefinition of(List<RaceIds> pairs) {
    List<RaceIds> all = List.copyOf(pairs);
    return EngineDefinition.withoutOrder(CLAIMS, setup -> new GivenPairs(setup.races(), all));
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
    long word = block.words()[i];
    Op op = EventBlock.op(word);
    long plain = AccessContext.of(block.contexts()[i], block.locations()[i]);
    boolean isAtomic = op == Op.ATOMIC_READ || op == Op.ATOMIC_WRITE;
    long detail = isAtomic ? AccessContext.atomic(plain) : plain;
    boolean writes = EventBlock.isAnyWrite(word);
    accesses.put(next, new Arrived(EventBlock.operand(word), writes, detail));
    for (RaceIds pair : pairs) {
      if (pair.second().index() == next) {
        report(pair.first().index(), next);
      }
    }
    wanted.remove(next);
    next = wanted.isEmpty() ? Long.MAX_VALUE : wanted.first();
  }

  private void report(long one, long other) {
    Arrived first = accesses.get(one);
    Arrived second = accesses.get(other);
    RaceKind kind = RaceKind.of(first.writes(), second.writes());
    races.race(second.variable(), kind, true, one, first.detail(), other, second.detail());
  }
}
