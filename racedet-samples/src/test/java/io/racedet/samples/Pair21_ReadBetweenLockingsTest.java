package io.racedet.samples;

import io.racedet.samples.clean.C21_ReadInsideTheLock;
import io.racedet.samples.racy.R21_ReadBetweenTwoLockings;

class Pair21_ReadBetweenLockingsTest extends PairTest {
  Pair21_ReadBetweenLockingsTest() {
    super(R21_ReadBetweenTwoLockings.class, C21_ReadInsideTheLock.class);
  }
}
