package io.racedet.junit.extension.unwoven;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.RepeatedTest;

/** Tests with one thread. */
public class OneThreadTestCases {
  @RepeatedTest(60)
  void alone() throws Exception {
    new Counter().count();
    assertThat(Reflection.isPutOff()).isTrue();
    if (Calls.next("alone") > 51) { // also where something was woven before
      assertThat(Reflection.isWoven(Counter.class)).isFalse();
    }
  }
}
