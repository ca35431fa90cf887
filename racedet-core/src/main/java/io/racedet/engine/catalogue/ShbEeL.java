package io.racedet.engine.catalogue;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.pair.PairDetector;
import io.racedet.engine.pair.PairLimits;

/** Reports many schedulable race pairs, in bounded space for each variable. */
final class ShbEeL {
  static final EngineClaims CLAIMS =
      new EngineClaims(
          "shb-ee-l",
          "schedulable happens-before, 25 edges a variable",
          1,
          EngineClaims.Soundness.EVERY_RACE,
          EngineClaims.Exactness.SUBSET,
          "O(n (T + L)) for L locks held",
          "O(T (variables + T + locks))",
          "Sulzmann, Stadtmueller: Predicting All Data Race Pairs for a Specific Schedule, MPLR 2019");

  private ShbEeL() {}

  static Engine create(EngineSetup setup) {
    return PairDetector.shb(PairLimits.someEdges(setup.limits()), setup);
  }
}
