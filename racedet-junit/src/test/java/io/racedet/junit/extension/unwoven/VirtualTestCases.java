package io.racedet.junit.extension.unwoven;

import org.junit.jupiter.api.Test;

/** A test of which nothing shows that it starts a virtual thread. */
public class VirtualTestCases {
  @Test
  void racy() throws Exception {
    Counter counter = new Counter();
    Reflection.startVirtual(counter::countRacy);
    counter.awaitRacy();
  }
}
