package io.racedet.junit.extension.unwoven;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.RepeatedTest;

/** Tests with one thread. */
public class OneThreadTestCases {
  @RepeatedTest(60)
  void alone() throws ReflectiveOperationException {
    new Counter().count();
    // The last ones, also where something was woven before.
    assertThat(Calls.next("alone") <= 51 || Reflection.isPutOff()).isTrue();
  }
}
