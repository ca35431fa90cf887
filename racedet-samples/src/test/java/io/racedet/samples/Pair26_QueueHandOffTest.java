package io.racedet.samples;

import io.racedet.samples.clean.C26_HandedOverByQueue;
import io.racedet.samples.racy.R26_ChangedAfterPut;

class Pair26_QueueHandOffTest extends PairTest {
  Pair26_QueueHandOffTest() {
    super(R26_ChangedAfterPut.class, C26_HandedOverByQueue.class);
  }
}
