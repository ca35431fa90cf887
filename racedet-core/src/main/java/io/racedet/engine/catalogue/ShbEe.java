package io.racedet.engine.catalogue;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.pair.PairDetector;
import io.racedet.engine.pair.PairLimits;

/** Reports every schedulable race pair. */
final class ShbEe {
  static final EngineClaims CLAIMS =
      new EngineClaims(
          "shb-ee",
          "schedulable happens-before",
          1,
          EngineClaims.Soundness.EVERY_RACE,
          EngineClaims.Exactness.ALL_PAIRS,
          "O(n^2), O(L) more for a pair with L locks held",
          "O(n + T (T + locks))",
          "Sulzmann, Stadtmueller: Predicting All Data Race Pairs for a Specific Schedule, MPLR 2019");

  private ShbEe() {}

  static Engine create(EngineSetup setup) {
    return PairDetector.shb(PairLimits.NONE, setup);
  }
}
