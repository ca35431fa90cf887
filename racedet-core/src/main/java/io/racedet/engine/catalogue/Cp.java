package io.racedet.engine.catalogue;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.cp.CpDetector;

/** Reports successive conflicting accesses that causally-precedes leaves unordered, online. */
final class Cp {
  static final EngineClaims CLAIMS =
      new EngineClaims(
          "cp",
          "causally-precedes",
          1,
          EngineClaims.Soundness.FIRST_RACE,
          EngineClaims.Exactness.SUCCESSIVE_PAIRS,
          "O(n (T + L + Q)) for L locks held and Q undecided critical sections",
          "O(T (variables + sections that live accesses tell apart) + lock-variable pairs)",
          "Roemer, Bond: Online Set-Based Dynamic Analysis (Raptor), 2018");

  private Cp() {}

  static Engine create(EngineSetup setup) {
    return new CpDetector(setup);
  }
}
