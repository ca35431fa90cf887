package io.racedet.samples.hang;

import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFree;
import io.racedet.junit.RaceFreeTest;
import io.racedet.samples.launch.TestRun;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that never end, or not in time, under plain {@code @RaceFree}: each fails. */
@Tag(TestRun.FAILING)
class HangsTest {
  private final Object a = new Object();
  private final Object b = new Object();
  private volatile int changed;

  @RaceFreeTest
  void cycleOfMonitors() throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    RaceCheck.inParallel(() -> nested(a, b, both), () -> nested(b, a, both));
  }

  private static void nested(Object first, Object second, CountDownLatch both)
      throws InterruptedException {
    synchronized (first) {
      both.countDown();
      both.await();
      synchronized (second) {
        both.countDown();
      }
    }
  }

  @RaceFreeTest
  void cycleOfLocks() throws Exception {
    Lock one = new ReentrantLock();
    Lock other = new ReentrantLock();
    CountDownLatch both = new CountDownLatch(2);
    RaceCheck.inParallel(() -> nested(one, other, both), () -> nested(other, one, both));
  }

  private static void nested(Lock first, Lock second, CountDownLatch both)
      throws InterruptedException {
    first.lock();
    both.countDown();
    both.await();
    second.lock();
  }

  @RaceFreeTest
  void lostNotify() throws Exception {
    synchronized (a) {
      a.notifyAll();
    }
    RaceCheck.inParallel(
        () -> {
          synchronized (a) {
            a.wait();
          }
        });
  }

  @RaceFreeTest
  void ownerOfALockHasEnded() throws Exception {
    Lock lock = new ReentrantLock();
    Thread owner = new Thread(lock::lock, "owner");
    owner.start();
    owner.join();
    RaceCheck.inParallel(lock::lock, () -> LockSupport.parkNanos(3_600_000_000_000L));
  }

  @RaceFreeTest
  void joinOfEachOther() throws Exception {
    Thread[] threads = new Thread[2];
    CountDownLatch known = new CountDownLatch(1);
    for (int i = 0; i < 2; i++) {
      int other = 1 - i;
      threads[i] =
          new Thread(
              () -> {
                try {
                  known.await();
                  threads[other].join();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      threads[i].start();
    }
    known.countDown();
    threads[0].join();
  }

  @RaceFreeTest
  void endlessLoop() {
    int steps = 0;
    while (steps >= 0) {
      steps = steps + 1 & Integer.MAX_VALUE;
    }
  }

  @RaceFreeTest
  void sleepLongerThanTheLimit() throws InterruptedException {
    Thread.sleep(3_600_000);
  }

  /** Makes progress all the time, but is far slower than a test should be. */
  @Test
  @RaceFree(hangAfter = "1s")
  void slowButAlive() throws InterruptedException {
    for (int i = 0; i < 3_600_000; i++) {
      changed++;
      Thread.sleep(1);
    }
  }
}
