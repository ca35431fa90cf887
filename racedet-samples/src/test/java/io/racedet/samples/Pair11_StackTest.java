package io.racedet.samples;

import io.racedet.samples.clean.C11_ReentrantLockStack;
import io.racedet.samples.racy.R11_UnlockedStack;

class Pair11_StackTest extends PairTest {
  Pair11_StackTest() {
    super(R11_UnlockedStack.class, C11_ReentrantLockStack.class);
  }
}
