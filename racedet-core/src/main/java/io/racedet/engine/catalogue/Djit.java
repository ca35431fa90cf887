package io.racedet.engine.catalogue;

import io.racedet.engine.EdgeRule;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.history.LastAccessDetector;
import io.racedet.engine.order.HappensBefore;
import io.racedet.engine.order.JoinEdges;

/** Reports each access that happens-before leaves unordered with an earlier conflicting one. */
final class Djit {
  static final EngineClaims CLAIMS =
      new EngineClaims(
          "djit",
          "happens-before",
          1,
          EngineClaims.Soundness.FIRST_RACE,
          EngineClaims.Exactness.ALL_ACCESSES,
          "O(n T)",
          "O(T (variables + T + locks))",
          "Pozniansky, Schuster: MultiRace, CCPE 2007");

  private Djit() {}

  static Engine create(EngineSetup setup) {
    return LastAccessDetector.ordered(
        new HappensBefore(JoinEdges.of(setup, EdgeRule.SYNCHRONIZATION)), setup);
  }
}
