package io.racedet.samples;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import io.racedet.samples.clean.C07_RareBranchInOneMonitor;
import io.racedet.samples.racy.R07_RareBranch;
import org.junit.jupiter.api.Test;

class Pair07_RareBranchTest extends PairTest {
  Pair07_RareBranchTest() {
    super(R07_RareBranch.class, C07_RareBranchInOneMonitor.class);
  }

  /**
   * The branch is taken in about one of thirty repetitions: now and then in none of the usual
   * number.
   */
  @Test
  @ExpectRace(with = @RaceFree(repetitions = 1000, timeLimit = "300s"))
  @Override
  void racy_underExpectRace_passes() throws Exception {
    super.racy_underExpectRace_passes();
  }
}
