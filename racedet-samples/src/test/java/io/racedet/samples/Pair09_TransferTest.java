package io.racedet.samples;

import io.racedet.samples.clean.C09_SynchronisedTransfer;
import io.racedet.samples.racy.R09_UnsynchronisedTransfer;

class Pair09_TransferTest extends PairTest {
  Pair09_TransferTest() {
    super(R09_UnsynchronisedTransfer.class, C09_SynchronisedTransfer.class);
  }
}
