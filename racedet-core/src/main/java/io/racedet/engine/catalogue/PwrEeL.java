package io.racedet.engine.catalogue;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.pair.PairDetector;
import io.racedet.engine.pair.PairLimits;

/** Reports nearly every PWR pair, in bounded space for each variable. */
final class PwrEeL {
  static final EngineClaims CLAIMS =
      new EngineClaims(
          "pwr-ee-l",
          "PWR with disjoint locksets, 25 edges a variable, 1024 sections a thread and lock",
          1,
          EngineClaims.Soundness.UNSOUND,
          EngineClaims.Exactness.APPROXIMATE,
          "O(n (T + L)) for L locks held",
          "O(T (variables + T + T locks))",
          "Sulzmann, Stadtmueller: Efficient, Near Complete and Often Sound Hybrid Dynamic Data Race"
              + " Prediction, MPLR 2020");

  private PwrEeL() {}

  static Engine create(EngineSetup setup) {
    return PairDetector.pwr(PairLimits.someEdges(setup.limits()), setup);
  }
}
