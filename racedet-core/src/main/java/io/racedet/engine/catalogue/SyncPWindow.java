package io.racedet.engine.catalogue;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.syncp.SyncPreservingDetector;
import io.racedet.engine.window.WindowedEngine;

/**
 * Reports the races inside consecutive windows of a trace that a correct reordering of the window
 * shows which keeps the order of the critical sections of each lock.
 */
final class SyncPWindow {
  static final EngineClaims CLAIMS =
      new EngineClaims(
          "syncp-window",
          "sync-preserving reorderings inside windows",
          1,
          EngineClaims.Soundness.EVERY_RACE,
          EngineClaims.Exactness.SUBSET,
          "O(n T (G + C + L)) for G groups of accesses of a variable, C events that a test adds to"
              + " a closure, and L locks held",
          "O(window (T + L) + T (T + locks) + names)",
          "Mathur, Pavlogiannis, Viswanathan: Optimal Prediction of Synchronization-Preserving"
              + " Races, POPL 2021");

  private SyncPWindow() {}

  static Engine create(EngineSetup setup) {
    return new WindowedEngine(setup, SyncPreservingDetector::new);
  }
}
