package io.racedet.samples;

import io.racedet.samples.clean.C12_ExecutorFutureGet;
import io.racedet.samples.racy.R12_ExecutorResultReadEarly;

class Pair12_ExecutorResultTest extends PairTest {
  Pair12_ExecutorResultTest() {
    super(R12_ExecutorResultReadEarly.class, C12_ExecutorFutureGet.class);
  }
}
