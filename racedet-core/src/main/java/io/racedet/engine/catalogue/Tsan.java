package io.racedet.engine.catalogue;

import io.racedet.engine.EdgeRule;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.history.LastAccessDetector;
import io.racedet.engine.order.HybridOrder;
import io.racedet.engine.order.JoinEdges;

/** Reports pairs without a common lock that only locks may order. */
final class Tsan {
  static final EngineClaims CLAIMS =
      new EngineClaims(
          "tsan",
          "fork, join and sync order with disjoint locksets",
          1,
          EngineClaims.Soundness.UNSOUND,
          EngineClaims.Exactness.ALL_ACCESSES,
          "O(n (T + L)) for L locks held and few locksets a variable",
          "O(T (variables * locksets + T + locks))",
          "Serebryany, Iskhodzhanov: ThreadSanitizer, WBIA 2009");

  private Tsan() {}

  static Engine create(EngineSetup setup) {
    return LastAccessDetector.disjoint(new HybridOrder(JoinEdges.of(setup, EdgeRule.ORDER)), setup);
  }
}
