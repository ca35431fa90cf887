package io.racedet.compressed;

import io.racedet.race.AccessContext;
import io.racedet.race.RaceKind;
import io.racedet.race.RaceSink;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;

/** Collects races until all of them are known. */
final class FoundRaces implements RaceSink {
  private record Found(
      int variable,
      RaceKind kind,
      boolean ordered,
      long first,
      long firstDetail,
      long second,
      long secondDetail) {}

  private static final int NONE = -1;

  private final List<Found> found = new ArrayList<>();
  private final Int2IntOpenHashMap
      positions; // by variable: the index in the list; null to keep all races

  private FoundRaces(Int2IntOpenHashMap positions) {
    this.positions = positions;
  }

  /** Collects all races. */
  static FoundRaces all() {
    return new FoundRaces(null);
  }

  /**
   * Collects for each variable the first access that races, with the last access that it races
   * with. The races of a variable must arrive in the order of their second accesses.
   */
  static FoundRaces firstOfVariables() {
    Int2IntOpenHashMap positions = new Int2IntOpenHashMap();
    positions.defaultReturnValue(NONE);
    return new FoundRaces(positions);
  }

  @Override
  public void race(
      int variable,
      RaceKind kind,
      boolean ordered,
      long first,
      long firstDetail,
      long second,
      long secondDetail) {
    Found race = new Found(variable, kind, ordered, first, firstDetail, second, secondDetail);
    if (positions == null) {
      found.add(race);
      return;
    }
    int position = positions.putIfAbsent(variable, found.size());
    if (position == NONE) {
      found.add(race);
    } else if (second == found.get(position).second && first > found.get(position).first) {
      found.set(position, race);
    }
  }

  /** The variables of all races. */
  BitSet variables() {
    BitSet variables = new BitSet();
    found.forEach(race -> variables.set(race.variable));
    return variables;
  }

  /** The indices of all accesses, ascending, each once. */
  long[] indices() {
    return found.stream()
        .flatMapToLong(race -> LongStream.of(race.first, race.second))
        .filter(index -> index > 0)
        .sorted()
        .distinct()
        .toArray();
  }

  /** Reports the races in the order of their second accesses. */
  void reportTo(RaceSink sink) {
    reportTo(sink, null);
  }

  /** Reports the races in the order of their second accesses, with contexts filled in. */
  void reportTo(RaceSink sink, ContextsAt contexts) {
    found.sort(Comparator.comparingLong(Found::second));
    for (Found race : found) {
      sink.race(
          race.variable,
          race.kind,
          race.ordered,
          race.first,
          placed(race.first, race.firstDetail, contexts),
          race.second,
          placed(race.second, race.secondDetail, contexts));
    }
  }

  private static long placed(long index, long detail, ContextsAt contexts) {
    if (contexts == null || index == 0) {
      return detail;
    }
    long at = AccessContext.of(contexts.at(index), AccessContext.location(detail));
    return AccessContext.isAtomic(detail) ? AccessContext.atomic(at) : at;
  }
}
