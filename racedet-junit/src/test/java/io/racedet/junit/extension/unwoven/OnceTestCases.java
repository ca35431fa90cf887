package io.racedet.junit.extension.unwoven;

import org.junit.jupiter.api.Test;

/** A test that starts a thread, and cannot run twice. */
public class OnceTestCases {
  @Test
  void once() throws Exception {
    Counter counter = new Counter();
    Reflection.start(counter::finish);
    counter.await();
    if (Calls.next("once") > 1) {
      throw new IllegalStateException("called twice");
    }
  }
}
