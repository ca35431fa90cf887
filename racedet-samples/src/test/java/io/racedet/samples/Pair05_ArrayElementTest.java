package io.racedet.samples;

import io.racedet.samples.clean.C05_ArrayElementInOneMonitor;
import io.racedet.samples.racy.R05_SharedArrayElement;

class Pair05_ArrayElementTest extends PairTest {
  Pair05_ArrayElementTest() {
    super(R05_SharedArrayElement.class, C05_ArrayElementInOneMonitor.class);
  }
}
