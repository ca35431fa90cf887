package io.racedet.engine.catalogue;

import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.cp.CpDetector;
import io.racedet.engine.window.WindowedEngine;

/** Reports the causally-precedes races inside consecutive windows of a trace. */
final class CpWindow {
  /* As the first analysis of CP, which predates online ones [1]. A wait is not ordered after the
   * notify that ended it if that or the beginning of the wait was in another window.
   *
   * [1] Smaragdakis, Evans, Sadowski, Yi, Flanagan. Sound predictive race detection in polynomial
   *     time. POPL 2012. */
  static final EngineClaims CLAIMS =
      new EngineClaims(
          "cp-window",
          "causally-precedes inside windows",
          1,
          EngineClaims.Soundness.FIRST_RACE,
          EngineClaims.Exactness.SUBSET,
          "O(n (T + L + Q)) for L locks held and Q undecided critical sections of a window",
          "O(window (T + L) + T (T + locks) + names)",
          "Smaragdakis, Evans, Sadowski, Yi, Flanagan: Sound Predictive Race Detection, POPL 2012");

  private CpWindow() {}

  static WindowedEngine create(EngineSetup setup) {
    return new WindowedEngine(
        setup,
        (window, observed, before) -> new CpDetector(window, observed, CpDetector.FEW_SECTIONS));
  }
}
