package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;
import java.util.concurrent.CountDownLatch;

/**
 * The first thread counts down a latch after its write; the second one only reads the count of the
 * latch, and reads the message in any case.
 */
public final class R13_LatchNotAwaited implements TwoThreads {
  private final CountDownLatch written = new CountDownLatch(1);
  private String message;
  private String seen;
  private long missing;

  @Override
  public void first() {
    message = "hello"; // race: message
    written.countDown();
  }

  @Override
  public void second() {
    missing = written.getCount();
    seen = message; // race: message
  }
}
