package io.racedet.engine.catalogue;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.syncp.SyncPreservingEngine;

/**
 * Reports the races that a correct reordering shows which keeps the order of the critical sections
 * of each lock.
 */
final class SyncP {
  static final EngineClaims CLAIMS =
      new EngineClaims(
          "syncp",
          "sync-preserving reorderings",
          1,
          EngineClaims.Soundness.EVERY_RACE,
          EngineClaims.Exactness.FIRST_PAIRS,
          "O(n T (G + C + L)) for G groups of accesses of a variable, C events that a test adds to"
              + " a closure, and L locks held",
          "O(n + T (T + locks))",
          "Mathur, Pavlogiannis, Viswanathan: Optimal Prediction of Synchronization-Preserving"
              + " Races, POPL 2021");

  private SyncP() {}

  static Engine create(EngineSetup setup) {
    return new SyncPreservingEngine(setup);
  }
}
