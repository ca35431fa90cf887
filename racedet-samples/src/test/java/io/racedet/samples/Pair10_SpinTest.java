package io.racedet.samples;

import io.racedet.samples.clean.C10_VolatileSpin;
import io.racedet.samples.racy.R10_PlainSpin;

class Pair10_SpinTest extends PairTest {
  Pair10_SpinTest() {
    super(R10_PlainSpin.class, C10_VolatileSpin.class);
  }
}
