package io.racedet.engine.catalogue;

import io.racedet.engine.EdgeRule;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.history.LastAccessDetector;
import io.racedet.engine.order.HappensBefore;
import io.racedet.engine.order.JoinEdges;

/**
 * Reports each access that schedulable happens-before leaves unordered with an earlier conflicting
 * one: happens-before, and each read after the write that it saw.
 */
final class Shb {
  static final EngineClaims CLAIMS =
      new EngineClaims(
          "shb",
          "schedulable happens-before",
          1,
          EngineClaims.Soundness.EVERY_RACE,
          EngineClaims.Exactness.ALL_ACCESSES,
          "O(n T)",
          "O(T (variables + T + locks))",
          "Mathur, Kini, Viswanathan: What happens-after the first race?, OOPSLA 2018");

  private Shb() {}

  static Engine create(EngineSetup setup) {
    return LastAccessDetector.orderedWithReads(
        new HappensBefore(JoinEdges.of(setup, EdgeRule.SYNCHRONIZATION)), setup);
  }
}
