package io.racedet.junit.extension.unwoven;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests whose class file shows that they start threads. */
public class ExpectedTestCases {
  @Test
  void racy() throws InterruptedException {
    Calls.next("racy");
    Counter counter = new Counter();
    new Thread(counter::countRacy).start();
    counter.awaitRacy();
  }

  @Test
  void guarded() throws Exception {
    assertThat(Reflection.isWoven(Counter.class)).isTrue();
    Counter counter = new Counter();
    Thread other = new Thread(counter::count);
    other.start();
    counter.count();
    other.join();
  }
}
