package io.racedet.engine.catalogue;

import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineDefinition;
import io.racedet.engine.cp.CpDetector;
import io.racedet.engine.window.WindowedEngine;

/** The engines of causally-precedes. */
final class CausallyPrecedesEngines {
  /** Reports successive conflicting accesses that causally-precedes leaves unordered, online. */
  static final EngineDefinition CP =
      EngineDefinition.of(
          new EngineClaims(
              "cp",
              "causally-precedes",
              1,
              EngineClaims.Soundness.FIRST_RACE,
              EngineClaims.Exactness.SUCCESSIVE_PAIRS,
              "O(n (T + L + Q)) for L locks held and Q undecided critical sections",
              "O(T (variables + sections that live accesses tell apart) + lock-variable pairs)",
              "Roemer, Bond: Online Set-Based Dynamic Analysis (Raptor), 2018"),
          setup -> new CpDetector(setup));

  /**
   * Reports the causally-precedes races inside consecutive windows of a trace, as the first
   * analysis of CP did, which predates online ones. A wait is not ordered after the notify that
   * ended it if that or the beginning of the wait was in another window.
   */
  static final EngineDefinition CP_WINDOW =
      EngineDefinition.of(
          new EngineClaims(
              "cp-window",
              "causally-precedes inside windows",
              1,
              EngineClaims.Soundness.FIRST_RACE,
              EngineClaims.Exactness.SUBSET,
              "O(n (T + L + Q)) for L locks held and Q undecided critical sections of a window",
              "O(window (T + L) + T (T + locks) + names)",
              "Smaragdakis, Evans, Sadowski, Yi, Flanagan: Sound Predictive Race Detection, POPL"
                  + " 2012"),
          setup ->
              new WindowedEngine(
                  setup,
                  (window, observed, before) ->
                      new CpDetector(window, observed, CpDetector.FEW_SECTIONS)));

  private CausallyPrecedesEngines() {}
}
