package io.racedet.samples.clean;

import io.racedet.samples.TwoThreads;

/** The waiter is notified after the mail is written. */
public final class C16_WaitNotify implements TwoThreads {
  private final Object lock = new Object();
  private boolean delivered;
  private String mail; // shared: mail
  private String seen;

  @Override
  public void first() {
    mail = "hello";
    synchronized (lock) {
      delivered = true;
      lock.notifyAll();
    }
  }

  @Override
  public void second() throws InterruptedException {
    synchronized (lock) {
      while (!delivered) {
        lock.wait();
      }
    }
    seen = mail;
  }
}
