package io.racedet.samples;

import io.racedet.samples.clean.C06_HashMapInOneMonitor;
import io.racedet.samples.racy.R06_SharedHashMap;

class Pair06_HashMapTest extends PairTest {
  Pair06_HashMapTest() {
    super(R06_SharedHashMap.class, C06_HashMapInOneMonitor.class);
  }
}
