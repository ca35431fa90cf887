package io.racedet.engine.catalogue;

import io.racedet.engine.EdgeRule;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.history.LastAccessDetector;
import io.racedet.engine.order.JoinEdges;
import io.racedet.engine.order.WdpOrder;

/** Reports pairs without a common lock that weak-dependently-precedes leaves unordered. */
final class Wdp {
  static final EngineClaims CLAIMS =
      new EngineClaims(
          "wdp",
          "weak-dependently-precedes with disjoint locksets",
          1,
          EngineClaims.Soundness.UNSOUND,
          true,
          EngineClaims.Exactness.ALL_ACCESSES,
          "O(n (T + L)) for L locks held and few locksets a variable",
          "O(T (variables * locksets + T + locks + nested sections))",
          "Genc, Roemer, Xu, Bond: Dependence-Aware, Unbounded Sound Predictive Race Detection,"
              + " OOPSLA 2019");

  private Wdp() {}

  static Engine create(EngineSetup setup) {
    return LastAccessDetector.disjoint(new WdpOrder(JoinEdges.of(setup, EdgeRule.ORDER)), setup);
  }
}
