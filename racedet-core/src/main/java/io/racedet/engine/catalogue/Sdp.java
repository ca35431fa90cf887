package io.racedet.engine.catalogue;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.history.LastAccessDetector;
import io.racedet.engine.order.WcpOrder;

/** Reports pairs without a common lock that strong-dependently-precedes leaves unordered. */
final class Sdp {
  static final EngineClaims CLAIMS =
      new EngineClaims(
          "sdp",
          "strong-dependently-precedes, as corrected, with disjoint locksets",
          1,
          EngineClaims.Soundness.UNSOUND,
          EngineClaims.Exactness.ALL_ACCESSES,
          "O(n T^2 (1 + L)) for L locks held and few locksets a variable",
          "O(T (variables * locksets + T + locks + sections that no later one absorbs)"
              + " + lock-variable pairs)",
          "Genc, Roemer, Xu, Bond: Dependence-Aware, Unbounded Sound Predictive Race Detection,"
              + " OOPSLA 2019");

  private Sdp() {}

  static Engine create(EngineSetup setup) {
    return LastAccessDetector.disjoint(WcpOrder.sdp(setup), setup);
  }
}
