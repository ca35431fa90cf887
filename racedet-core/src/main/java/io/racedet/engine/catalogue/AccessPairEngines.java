package io.racedet.engine.catalogue;

import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineDefinition;
import io.racedet.engine.pair.PairDetector;
import io.racedet.engine.pair.PairLimits;

/** The engines that look for all pairs of accesses, see {@link PairDetector}. */
final class AccessPairEngines {
  /** Reports every schedulable race pair. */
  static final EngineDefinition SHB_EE =
      EngineDefinition.of(
          new EngineClaims(
              "shb-ee",
              "schedulable happens-before",
              1,
              EngineClaims.Soundness.EVERY_RACE,
              EngineClaims.Exactness.ALL_PAIRS,
              "O(n^2), O(L) more for a pair with L locks held",
              "O(n + T (T + locks))",
              "Sulzmann, Stadtmueller: Predicting All Data Race Pairs for a Specific Schedule, MPLR"
                  + " 2019"),
          setup -> PairDetector.shb(PairLimits.NONE, setup));

  /** Reports many schedulable race pairs, in bounded space for each variable. */
  static final EngineDefinition SHB_EE_L =
      EngineDefinition.of(
          new EngineClaims(
              "shb-ee-l",
              "schedulable happens-before, 25 edges a variable",
              1,
              EngineClaims.Soundness.EVERY_RACE,
              EngineClaims.Exactness.SUBSET,
              "O(n (T + L)) for L locks held",
              "O(T (variables + T + locks))",
              "Sulzmann, Stadtmueller: Predicting All Data Race Pairs for a Specific Schedule, MPLR"
                  + " 2019"),
          setup -> PairDetector.shb(PairLimits.someEdges(setup.limits()), setup));

  /** Reports every PWR pair. */
  static final EngineDefinition PWR_EE =
      EngineDefinition.of(
          new EngineClaims(
              "pwr-ee",
              "PWR with disjoint locksets",
              1,
              EngineClaims.Soundness.UNSOUND,
              true,
              EngineClaims.Exactness.ALL_PAIRS,
              "O(n^2), O(L) more for a pair with L locks held",
              "O(n T)",
              "Sulzmann, Stadtmueller: Efficient, Near Complete and Often Sound Hybrid Dynamic Data"
                  + " Race Prediction, MPLR 2020"),
          setup -> PairDetector.pwr(PairLimits.NONE, setup));

  /** Reports nearly every PWR pair, in bounded space for each variable. */
  static final EngineDefinition PWR_EE_L =
      EngineDefinition.of(
          new EngineClaims(
              "pwr-ee-l",
              "PWR with disjoint locksets, 25 edges a variable, 1024 sections a thread and lock",
              1,
              EngineClaims.Soundness.UNSOUND,
              EngineClaims.Exactness.APPROXIMATE,
              "O(n (T + L)) for L locks held",
              "O(T (variables + T + T locks))",
              "Sulzmann, Stadtmueller: Efficient, Near Complete and Often Sound Hybrid Dynamic Data"
                  + " Race Prediction, MPLR 2020"),
          setup -> PairDetector.pwr(PairLimits.someEdges(setup.limits()), setup));

  /** Reports the PWR pairs among the accesses that are not ordered before a later one. */
  static final EngineDefinition PWR_L =
      EngineDefinition.of(
          new EngineClaims(
              "pwr-l",
              "PWR with disjoint locksets, no edges, 1024 sections a thread and lock",
              1,
              EngineClaims.Soundness.UNSOUND,
              EngineClaims.Exactness.APPROXIMATE,
              "O(n (T + L)) for L locks held",
              "O(T (variables + T + T locks))",
              "Sulzmann, Stadtmueller: Efficient, Near Complete and Often Sound Hybrid Dynamic Data"
                  + " Race Prediction, MPLR 2020"),
          setup -> PairDetector.pwr(PairLimits.noEdges(setup.limits()), setup));

  private AccessPairEngines() {}
}
