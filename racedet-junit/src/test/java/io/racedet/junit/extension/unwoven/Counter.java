package io.racedet.junit.extension.unwoven;

import java.util.concurrent.CountDownLatch;

/** What two threads count with. */
final class Counter {
  private final CountDownLatch done = new CountDownLatch(1);
  private int racy;
  private int guarded;

  void countRacy() {
    racy++;
    done.countDown();
  }

  synchronized void count() {
    guarded++;
  }

  /** Waits for the other thread, and has counted before. */
  void awaitRacy() throws InterruptedException {
    racy++;
    done.await();
  }

  void finish() {
    done.countDown();
  }

  void await() throws InterruptedException {
    done.await();
  }
}
