package io.racedet.samples;

import io.racedet.samples.clean.C02_WriteInsideTheLock;
import io.racedet.samples.racy.R02_WriteBeforeLockHandOff;

class Pair02_LockHandOffTest extends PairTest {
  Pair02_LockHandOffTest() {
    super(R02_WriteBeforeLockHandOff.class, C02_WriteInsideTheLock.class);
  }
}
