package io.racedet.samples;

import io.racedet.samples.clean.C24_CompareAndSetLock;
import io.racedet.samples.racy.R24_TestThenSetLock;

class Pair24_HomeMadeLockTest extends PairTest {
  Pair24_HomeMadeLockTest() {
    super(R24_TestThenSetLock.class, C24_CompareAndSetLock.class);
  }
}
