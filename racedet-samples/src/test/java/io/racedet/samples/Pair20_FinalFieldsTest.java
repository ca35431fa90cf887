package io.racedet.samples;

import io.racedet.samples.clean.C20_ImmutableBehindVolatile;
import io.racedet.samples.racy.R20_ImmutableBehindPlainField;

class Pair20_FinalFieldsTest extends PairTest {
  Pair20_FinalFieldsTest() {
    super(R20_ImmutableBehindPlainField.class, C20_ImmutableBehindVolatile.class);
  }
}
