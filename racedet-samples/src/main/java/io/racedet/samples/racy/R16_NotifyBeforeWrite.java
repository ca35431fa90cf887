package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;

/** The waiter is notified too early: the mail is written after the monitor is released. */
public final class R16_NotifyBeforeWrite implements TwoThreads {
  private final Object lock = new Object();
  private boolean delivered;
  private String mail;
  private String seen;

  @Override
  public void first() {
    synchronized (lock) {
      delivered = true;
      lock.notifyAll();
    }
    mail = "hello"; // race: mail
  }

  @Override
  public void second() throws InterruptedException {
    synchronized (lock) {
      while (!delivered) {
        lock.wait();
      }
    }
    seen = mail; // race: mail
  }
}
