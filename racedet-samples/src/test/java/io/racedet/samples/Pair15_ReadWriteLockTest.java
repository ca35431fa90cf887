package io.racedet.samples;

import io.racedet.samples.clean.C15_WriteUnderWriteLock;
import io.racedet.samples.racy.R15_WriteUnderReadLock;

class Pair15_ReadWriteLockTest extends PairTest {
  Pair15_ReadWriteLockTest() {
    super(R15_WriteUnderReadLock.class, C15_WriteUnderWriteLock.class);
  }
}
