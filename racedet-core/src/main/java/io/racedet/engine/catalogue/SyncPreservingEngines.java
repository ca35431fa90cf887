package io.racedet.engine.catalogue;

import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineDefinition;
import io.racedet.engine.syncp.SyncPreservingDetector;
import io.racedet.engine.syncp.SyncPreservingEngine;
import io.racedet.engine.window.WindowedEngine;

/**
 * The engines that search for correct reorderings which keep the order of the critical sections of
 * each lock.
 */
final class SyncPreservingEngines {
  /**
   * Reports the races that a correct reordering shows which keeps the order of the critical
   * sections of each lock.
   */
  static final EngineDefinition SYNCP =
      EngineDefinition.withoutOrder(
          new EngineClaims(
              "syncp",
              "sync-preserving reorderings",
              1,
              EngineClaims.Soundness.EVERY_RACE,
              EngineClaims.Exactness.FIRST_PAIRS,
              "O(n T (G + C + L)) for G groups of accesses to a variable, C events that a test adds"
                  + " to a closure, and L locks held",
              "O(n + T (T + locks))",
              "Mathur, Pavlogiannis, Viswanathan: Optimal Prediction of Synchronization-Preserving"
                  + " Races, POPL 2021"),
          setup -> new SyncPreservingEngine(setup));

  /**
   * Reports the races inside consecutive windows of a trace that a correct reordering of the window
   * shows which keeps the order of the critical sections of each lock.
   */
  static final EngineDefinition SYNCP_WINDOW =
      EngineDefinition.withoutOrder(
          new EngineClaims(
              "syncp-window",
              "sync-preserving reorderings inside windows",
              1,
              EngineClaims.Soundness.EVERY_RACE,
              EngineClaims.Exactness.SUBSET,
              "O(n T (G + C + L)) for G groups of accesses to a variable, C events that a test adds"
                  + " to a closure, and L locks held",
              "O(window (T + L) + T (T + locks) + names)",
              "Mathur, Pavlogiannis, Viswanathan: Optimal Prediction of Synchronization-Preserving"
                  + " Races, POPL 2021"),
          setup -> new WindowedEngine(setup, SyncPreservingDetector::new));

  private SyncPreservingEngines() {}
}
