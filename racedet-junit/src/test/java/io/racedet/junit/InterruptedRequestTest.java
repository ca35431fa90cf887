package io.racedet.junit;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** A request that an interrupt ends is not one of a deadlock. */
@ResourceLock(Resources.GLOBAL)
class InterruptedRequestTest {
  /** The lock that the interrupted thread gives back is requested before it takes note of that. */
  @Test
  void interruptBeforeTheOtherRequest_silent() {
    RaceCheck.with()
        .repetitions(20)
        .timeLimit("30s")
        .schedule(Schedule.NONE)
        .run(InterruptedRequestTest::interruptAndAsk);
  }

  private static void interruptAndAsk() throws InterruptedException {
    ReentrantLock a = new ReentrantLock();
    ReentrantLock b = new ReentrantLock();
    CountDownLatch taken = new CountDownLatch(1);
    Thread first =
        new Thread(
            () -> {
              a.lock();
              try {
                taken.await();
                b.lockInterruptibly();
                b.unlock();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } finally {
                a.unlock();
              }
            });
    Thread second =
        new Thread(
            () -> {
              b.lock();
              try {
                taken.countDown();
                while (!b.hasQueuedThread(first)) {
                  Thread.onSpinWait();
                }
                first.interrupt();
                a.lock();
                a.unlock();
              } finally {
                b.unlock();
              }
            });
    first.start();
    second.start();
    first.join();
    second.join();
  }
}
