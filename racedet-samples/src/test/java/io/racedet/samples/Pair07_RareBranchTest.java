package io.racedet.samples;

import io.racedet.samples.clean.C07_RareBranchInOneMonitor;
import io.racedet.samples.racy.R07_RareBranch;

class Pair07_RareBranchTest extends PairTest {
  Pair07_RareBranchTest() {
    super(R07_RareBranch.class, C07_RareBranchInOneMonitor.class);
  }
}
