package io.racedet.samples;

import io.racedet.samples.clean.C04_PublicationThroughVolatile;
import io.racedet.samples.racy.R04_UnsafePublication;

class Pair04_PublicationTest extends PairTest {
  Pair04_PublicationTest() {
    super(R04_UnsafePublication.class, C04_PublicationThroughVolatile.class);
  }
}
