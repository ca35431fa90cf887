package io.racedet.engine;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.race.RacePlace;

/**
 * Reports every pair of accesses that an order leaves unordered and no common lock protects, and
 * each read with the write that it saw where nothing else orders the two. Not thread-safe.
 */
final class PairDetector implements Engine {
  /* Definitions 3.1 to 3.4 of [1] in one pass; see PwrOrder for the relation, PairHistory for the
   * pairs. The errata of the listings are mended by construction, in particular: a clock taken at an
   * event covers that event; the check of a read against its last write also looks at the sections
   * that the write itself brings in.
   *
   * SHB^E+E [2] is the same history under schedulable happens-before, where a read is held to be
   * unordered with whatever only its own last write orders before it. Locksets add nothing there,
   * since what a lock protects is ordered.
   *
   * [1] Sulzmann, Stadtmueller. Efficient, near complete and often sound hybrid dynamic data race
   *     prediction. MPLR 2020.
   * [2] Sulzmann, Stadtmueller. Predicting all data race pairs for a specific schedule. MPLR 2019. */

  private static final String RELATION = "PWR with disjoint locksets";
  private static final String SOURCE =
      "Sulzmann, Stadtmueller: Efficient, Near Complete and Often Sound Hybrid Dynamic Data Race"
          + " Prediction, MPLR 2020";

  private static final String SHB = "schedulable happens-before";
  private static final String SHB_SOURCE =
      "Sulzmann, Stadtmueller: Predicting All Data Race Pairs for a Specific Schedule, MPLR 2019";

  static final EngineProperties SHB_EE =
      new EngineProperties(
          "shb-ee",
          SHB,
          1,
          EngineProperties.Soundness.EVERY_RACE,
          EngineProperties.Exactness.ALL_PAIRS,
          "O(n^2)",
          "O(n)",
          SHB_SOURCE);

  static final EngineProperties SHB_EE_L =
      new EngineProperties(
          "shb-ee-l",
          SHB + ", 25 edges a variable",
          1,
          EngineProperties.Soundness.EVERY_RACE,
          EngineProperties.Exactness.SUBSET,
          "O(nT)",
          "O(T(variables + T + locks))",
          SHB_SOURCE);

  static final EngineProperties PWR_EE =
      new EngineProperties(
          "pwr-ee",
          RELATION,
          1,
          EngineProperties.Soundness.UNSOUND,
          true,
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

  private final AccessOrder order;
  private final PairHistory history;

  private PairDetector(AccessOrder order, PairHistory history) {
    this.order = order;
    this.history = history;
  }

  /** Finds every PWR pair. */
  static Engine pwr(EngineSetup setup) {
    return pwr(PairLimits.NONE, setup);
  }

  /** Finds nearly every PWR pair in bounded space for each variable. */
  static Engine limitedPwr(EngineSetup setup) {
    return pwr(PairLimits.someEdges(setup.limits()), setup);
  }

  /** Finds the PWR pairs among the accesses that are not ordered before a later one. */
  static Engine pwrWithoutEdges(EngineSetup setup) {
    return pwr(PairLimits.noEdges(setup.limits()), setup);
  }

  private static Engine pwr(PairLimits limits, EngineSetup setup) {
    AccessOrder order = new PwrOrder(limits.sections(), setup.joins(EdgeRule.ORDER));
    return of(order, false, limits, setup);
  }

  /** Finds every pair that is schedulable. */
  static Engine shb(EngineSetup setup) {
    return shb(PairLimits.NONE, setup);
  }

  /** Finds many schedulable pairs in bounded space for each variable. */
  static Engine limitedShb(EngineSetup setup) {
    return shb(PairLimits.someEdges(setup.limits()), setup);
  }

  private static Engine shb(PairLimits limits, EngineSetup setup) {
    return of(new HappensBefore(setup.joins(EdgeRule.SYNCHRONIZATION)), true, limits, setup);
  }

  private static Engine of(
      AccessOrder order, boolean checksFirst, PairLimits limits, EngineSetup setup) {
    return new PairDetector(
        order, new PairHistory(order, checksFirst, limits, setup.contexts(), setup.races()));
  }

  @Override
  public void consume(EventBlock block) {
    long[] words = block.words();
    long[] indices = block.indices();
    int[] contexts = block.contexts();
    int[] locations = block.locations();
    history.touch(block);
    for (int i = 0, size = block.size(); i < size; i++) {
      long word = words[i];
      Op op = EventBlock.op(word);
      int thread = EventBlock.thread(word);
      int operand = EventBlock.operand(word);
      long index = indices[i];
      long place = RacePlace.of(contexts[i], locations[i]);
      switch (op) {
        case READ -> history.read(operand, thread, index, place);
        case WRITE -> history.write(operand, thread, index, place);
        case ATOMIC_READ -> history.read(operand, thread, index, RacePlace.atomic(place));
        case ATOMIC_WRITE -> history.write(operand, thread, index, RacePlace.atomic(place));
        default -> {
          order.order(op, thread, operand, index);
          history.forgetClock();
        }
      }
    }
  }
}
