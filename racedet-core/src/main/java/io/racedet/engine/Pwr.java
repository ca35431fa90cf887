package io.racedet.engine;

import io.racedet.clock.LockContexts;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.race.RacePlace;
import io.racedet.race.RaceSink;

/**
 * Reports the pairs of accesses that the PWR relation leaves unordered and no common lock protects,
 * and each read with the write that it saw where nothing else orders the two. Not thread-safe.
 */
final class Pwr implements Engine {
  /* Definitions 3.1 to 3.4 of [1] in one pass; see PwrOrder for the relation, PwrAccesses for the
   * pairs. The errata of the listings are mended by construction, in particular: a clock taken at an
   * event covers that event; the check of a read against its last write also looks at the sections
   * that the write itself brings in.
   *
   * [1] Sulzmann & Stadtmueller, Efficient, Near Complete and Often Sound Hybrid Dynamic Data Race
   *     Prediction, MPLR 2020. */

  private static final String RELATION = "PWR with disjoint locksets";
  private static final String SOURCE =
      "Sulzmann, Stadtmueller: Efficient, Near Complete and Often Sound Hybrid Dynamic Data Race"
          + " Prediction, MPLR 2020";

  static final EngineProperties PWR_EE =
      new EngineProperties(
          "pwr-ee",
          RELATION,
          1,
          EngineProperties.Soundness.UNSOUND,
          EngineProperties.Exactness.ALL_PAIRS,
          "O(n^2)",
          "O(n)",
          SOURCE);

  static final EngineProperties PWR_EE_L =
      new EngineProperties(
          "pwr-ee-l",
          RELATION + ", 25 edges a variable",
          1,
          EngineProperties.Soundness.UNSOUND,
          EngineProperties.Exactness.SUBSET,
          "O(nT)",
          "O(T(variables + T + T locks))",
          SOURCE);

  static final EngineProperties PWR_L =
      new EngineProperties(
          "pwr-l",
          RELATION + ", no edges",
          1,
          EngineProperties.Soundness.UNSOUND,
          EngineProperties.Exactness.SUBSET,
          "O(nT)",
          "O(T(variables + T + T locks))",
          SOURCE);

  private final PwrOrder order;
  private final PwrAccesses accesses;

  private Pwr(PwrLimits limits, LockContexts contexts, RaceSink races) {
    order = new PwrOrder(limits.sections());
    accesses = new PwrAccesses(order, limits, contexts, races);
  }

  /** Finds every pair. */
  static Engine exact(LockContexts contexts, RaceSink races) {
    return new Pwr(PwrLimits.NONE, contexts, races);
  }

  /** Finds nearly every pair in bounded space for each variable. */
  static Engine limited(LockContexts contexts, RaceSink races) {
    return new Pwr(PwrLimits.SOME_EDGES, contexts, races);
  }

  /** Finds the pairs among the accesses of a variable that are not ordered before a later one. */
  static Engine withoutEdges(LockContexts contexts, RaceSink races) {
    return new Pwr(PwrLimits.NO_EDGES, contexts, races);
  }

  @Override
  public void consume(EventBlock block) {
    long[] words = block.words();
    long[] indices = block.indices();
    int[] contexts = block.contexts();
    int[] locations = block.locations();
    for (int i = 0, size = block.size(); i < size; i++) {
      Op op = EventBlock.op(words[i]);
      int thread = EventBlock.thread(words[i]);
      int operand = EventBlock.operand(words[i]);
      long index = indices[i];
      long place = RacePlace.of(contexts[i], locations[i]);
      switch (op) {
        case READ -> accesses.read(operand, thread, index, place, false);
        case WRITE -> accesses.write(operand, thread, index, place, false);
        case ATOMIC_READ -> accesses.read(operand, thread, index, place, true);
        case ATOMIC_WRITE -> accesses.write(operand, thread, index, place, true);
        default -> order.order(op, thread, operand, index);
      }
    }
  }
}
