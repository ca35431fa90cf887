package io.racedet.samples;

import io.racedet.samples.clean.C25_HolderClass;
import io.racedet.samples.racy.R25_LazyStaticField;

class Pair25_LazyStaticTest extends PairTest {
  Pair25_LazyStaticTest() {
    super(R25_LazyStaticField.class, C25_HolderClass.class);
  }
}
