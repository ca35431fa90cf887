package io.racedet.engine.catalogue;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.pair.PairDetector;
import io.racedet.engine.pair.PairLimits;

/** Reports the PWR pairs among the accesses that are not ordered before a later one. */
final class PwrL {
  static final EngineClaims CLAIMS =
      new EngineClaims(
          "pwr-l",
          "PWR with disjoint locksets, no edges, 1024 sections a thread and lock",
          1,
          EngineClaims.Soundness.UNSOUND,
          EngineClaims.Exactness.APPROXIMATE,
          "O(n (T + L)) for L locks held",
          "O(T (variables + T + T locks))",
          "Sulzmann, Stadtmueller: Efficient, Near Complete and Often Sound Hybrid Dynamic Data Race"
              + " Prediction, MPLR 2020");

  private PwrL() {}

  static Engine create(EngineSetup setup) {
    return PairDetector.pwr(PairLimits.noEdges(setup.limits()), setup);
  }
}
