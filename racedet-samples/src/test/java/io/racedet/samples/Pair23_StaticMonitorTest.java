package io.racedet.samples;

import io.racedet.samples.clean.C23_OneMonitor;
import io.racedet.samples.racy.R23_TwoMonitors;

class Pair23_StaticMonitorTest extends PairTest {
  Pair23_StaticMonitorTest() {
    super(R23_TwoMonitors.class, C23_OneMonitor.class);
  }
}
