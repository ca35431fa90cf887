package io.racedet.samples;

import io.racedet.samples.clean.C18_StagesInSequence;
import io.racedet.samples.racy.R18_StageReadEarly;

class Pair18_CompletableFutureTest extends PairTest {
  Pair18_CompletableFutureTest() {
    super(R18_StageReadEarly.class, C18_StagesInSequence.class);
  }
}
