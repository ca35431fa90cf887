package io.racedet.samples;

import io.racedet.samples.clean.C19_ParallelStreamReduction;
import io.racedet.samples.racy.R19_ParallelStreamIntoField;

class Pair19_ParallelStreamTest extends PairTest {
  Pair19_ParallelStreamTest() {
    super(R19_ParallelStreamIntoField.class, C19_ParallelStreamReduction.class);
  }
}
