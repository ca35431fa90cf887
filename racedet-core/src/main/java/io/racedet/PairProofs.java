package io.racedet;

import io.racedet.race.RaceIds;
import io.racedet.run.GivenPairs;
import java.util.List;

/** Analyses of pairs of accesses that are known, so that no engine has to find them. */
public final class PairProofs {
  private PairProofs() {}

  /**
   * {@return a builder of analyses that run no engine: each given pair of accesses is reported when
   * the later one arrives, as if an engine had predicted it} With {@link
   * RaceAnalysis.Builder#witnesses(long)} exactly these pairs are proved or refuted.
   *
   * @param pairs the accesses by their indices; those of a pair are to one variable, by different
   *     threads, and at least one of them writes
   */
  public static RaceAnalysis.Builder of(List<RaceIds> pairs) {
    return new RaceAnalysis.Builder().engine(GivenPairs.of(pairs)).everyPair(true);
  }
}
