package io.racedet.engine.catalogue;

import io.racedet.engine.EdgeRule;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.history.LastAccessDetector;
import io.racedet.engine.order.HybridOrder;
import io.racedet.engine.order.JoinEdges;

/**
 * Reports pairs without a common lock that only locks may order, with each read ordered after the
 * write that it saw.
 */
final class TsanWrd {
  static final EngineClaims CLAIMS =
      new EngineClaims(
          "tsan-wrd",
          "fork, join, sync and last-write-to-read order with disjoint locksets",
          1,
          EngineClaims.Soundness.UNSOUND,
          EngineClaims.Exactness.ALL_ACCESSES,
          "O(n (T + L)) for L locks held and few locksets a variable",
          "O(T (variables * locksets + T + locks))",
          "Sulzmann, Stadtmueller: Efficient, Near Complete and Often Sound Hybrid Dynamic Data Race"
              + " Prediction, MPLR 2020");

  private TsanWrd() {}

  static Engine create(EngineSetup setup) {
    return LastAccessDetector.disjointWithReads(
        new HybridOrder(JoinEdges.of(setup, EdgeRule.ORDER)), setup);
  }
}
