package io.racedet.junit.extension.unwoven;

import org.junit.jupiter.api.Test;

/** The same without a race. */
public class UnexpectedGuardedTestCases {
  @Test
  void guarded() throws Exception {
    Calls.next("guarded");
    Counter counter = new Counter();
    Reflection.start(
        () -> {
          counter.count();
          counter.finish();
        });
    counter.count();
    counter.await();
    counter.count();
  }
}
