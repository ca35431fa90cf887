package io.racedet.samples;

import io.racedet.samples.clean.C03_DoubleCheckedLockingVolatile;
import io.racedet.samples.racy.R03_DoubleCheckedLocking;

class Pair03_DoubleCheckedLockingTest extends PairTest {
  Pair03_DoubleCheckedLockingTest() {
    super(R03_DoubleCheckedLocking.class, C03_DoubleCheckedLockingVolatile.class);
  }
}
