package io.racedet.engine.catalogue;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.pair.PairDetector;
import io.racedet.engine.pair.PairLimits;

/** Reports every PWR pair. */
final class PwrEe {
  static final EngineClaims CLAIMS =
      new EngineClaims(
          "pwr-ee",
          "PWR with disjoint locksets",
          1,
          EngineClaims.Soundness.UNSOUND,
          true,
          EngineClaims.Exactness.ALL_PAIRS,
          "O(n^2), O(L) more for a pair with L locks held",
          "O(n T)",
          "Sulzmann, Stadtmueller: Efficient, Near Complete and Often Sound Hybrid Dynamic Data Race"
              + " Prediction, MPLR 2020");

  private PwrEe() {}

  static Engine create(EngineSetup setup) {
    return PairDetector.pwr(PairLimits.NONE, setup);
  }
}
