package io.racedet.engine.catalogue;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.history.LastAccessDetector;
import io.racedet.engine.order.WcpOrder;

/**
 * Reports each access that weak causally-precedes leaves unordered with an earlier conflicting one.
 */
final class Wcp {
  static final EngineClaims CLAIMS =
      new EngineClaims(
          "wcp",
          "weak causally-precedes",
          1,
          EngineClaims.Soundness.FIRST_RACE,
          EngineClaims.Exactness.ALL_ACCESSES,
          "O(n (T^2 + L)) for L locks held",
          "O(T (variables + T + locks + sections that no later one absorbs)"
              + " + lock-variable pairs)",
          "Kini, Mathur, Viswanathan: Dynamic race prediction in linear time, PLDI 2017");

  private Wcp() {}

  static Engine create(EngineSetup setup) {
    return LastAccessDetector.ordered(WcpOrder.wcp(setup), setup);
  }
}
