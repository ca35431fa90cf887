package io.racedet.samples;

import io.racedet.samples.clean.C16_WaitNotify;
import io.racedet.samples.racy.R16_NotifyBeforeWrite;

class Pair16_WaitNotifyTest extends PairTest {
  Pair16_WaitNotifyTest() {
    super(R16_NotifyBeforeWrite.class, C16_WaitNotify.class);
  }
}
