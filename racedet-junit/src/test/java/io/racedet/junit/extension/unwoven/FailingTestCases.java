package io.racedet.junit.extension.unwoven;

import org.junit.jupiter.api.Test;

/** A test that starts a thread, and fails. */
public class FailingTestCases {
  @Test
  void fails() throws Exception {
    Counter counter = new Counter();
    Reflection.start(counter::finish);
    counter.await();
    Calls.next("fails");
    throw new IllegalStateException("of the test");
  }
}
