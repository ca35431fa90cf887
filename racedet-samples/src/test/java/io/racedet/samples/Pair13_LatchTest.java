package io.racedet.samples;

import io.racedet.samples.clean.C13_CountDownLatch;
import io.racedet.samples.racy.R13_LatchNotAwaited;

class Pair13_LatchTest extends PairTest {
  Pair13_LatchTest() {
    super(R13_LatchNotAwaited.class, C13_CountDownLatch.class);
  }
}
