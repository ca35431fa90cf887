package io.racedet.samples;

import io.racedet.samples.clean.C22_NeighbouringRanges;
import io.racedet.samples.racy.R22_OverlappingRanges;

class Pair22_ArrayRangesTest extends PairTest {
  Pair22_ArrayRangesTest() {
    super(R22_OverlappingRanges.class, C22_NeighbouringRanges.class);
  }
}
