package io.racedet.samples.clean;

import io.racedet.samples.TwoThreads;
import java.util.concurrent.CountDownLatch;

/** The second thread waits at a latch for the first. */
public final class C13_CountDownLatch implements TwoThreads {
  private final CountDownLatch written = new CountDownLatch(1);
  private String message; // shared: message
  private String seen;

  @Override
  public void first() {
    message = "hello";
    written.countDown();
  }

  @Override
  public void second() throws InterruptedException {
    written.await();
    seen = message;
  }
}
