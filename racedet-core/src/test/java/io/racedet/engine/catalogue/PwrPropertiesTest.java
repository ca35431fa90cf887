package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.PwrRelation;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The PWR engines on traces that shrink when they fail. */
class PwrPropertiesTest {
  @Provide
  Arbitrary<TestTrace> traces() {
    return RandomTraces.arbitrary(Shape.everything());
  }

  @Property(tries = 500)
  void pwrEe_anyTrace_equalsDefinition(@ForAll("traces") TestTrace trace) {
    assertThat(PwrRun.of("pwr-ee", trace).pairs()).isEqualTo(new PwrRelation(trace).pairs());
  }
}
