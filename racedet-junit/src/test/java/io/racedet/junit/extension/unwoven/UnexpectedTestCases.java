package io.racedet.junit.extension.unwoven;

import org.junit.jupiter.api.Test;

/** A test of which nothing shows that it starts a thread. */
public class UnexpectedTestCases {
  @Test
  void racy() throws Exception {
    Calls.next("racy");
    Counter counter = new Counter();
    Reflection.start(counter::countRacy);
    counter.awaitRacy();
  }
}
