package io.racedet.samples;

import io.racedet.samples.clean.C08_CheckThenActOnConcurrentMap;
import io.racedet.samples.racy.R08_CheckThenActOnHashMap;

class Pair08_CheckThenActTest extends PairTest {
  Pair08_CheckThenActTest() {
    super(R08_CheckThenActOnHashMap.class, C08_CheckThenActOnConcurrentMap.class);
  }
}
