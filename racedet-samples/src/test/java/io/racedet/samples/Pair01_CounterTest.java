package io.racedet.samples;

import io.racedet.samples.clean.C01_CounterInOneMonitor;
import io.racedet.samples.racy.R01_UnsynchronisedCounter;

class Pair01_CounterTest extends PairTest {
  Pair01_CounterTest() {
    super(R01_UnsynchronisedCounter.class, C01_CounterInOneMonitor.class);
  }
}
