package io.racedet.junit;

import static io.racedet.junit.DeadlocksTest.check;
import static io.racedet.junit.DeadlocksTest.threads;
import static io.racedet.junit.DeadlocksTest.threadsAtOnce;
import static io.racedet.junit.DeadlocksTest.within;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Locks of checked blocks that are taken in different orders, and no deadlock can happen. */
@ResourceLock(Resources.GLOBAL)
class NoDeadlocksTest {
  @Test
  void readsOfBoth_silent() {
    check()
        .run(
            () -> {
              ReentrantReadWriteLock a = new ReentrantReadWriteLock();
              ReentrantReadWriteLock b = new ReentrantReadWriteLock();
              threads(
                  () -> within(a.readLock(), b.readLock()),
                  () -> within(b.readLock(), a.readLock()));
            });
  }

  @Test
  void gate_silent() {
    check()
        .run(
            () -> {
              Object gate = new Object();
              Object a = new Object();
              Object b = new Object();
              threads(() -> gated(gate, a, b), () -> gated(gate, b, a));
            });
  }

  private static void gated(Object gate, Object outer, Object inner) {
    synchronized (gate) {
      within(outer, inner);
    }
  }

  @Test
  void orderedByJoin_silent() {
    check()
        .run(
            () -> {
              Object a = new Object();
              Object b = new Object();
              threads(() -> within(a, b));
              threads(() -> within(b, a));
            });
  }

  @Test
  void tries_silent() {
    check()
        .run(
            () -> {
              Lock a = new ReentrantLock();
              Lock b = new ReentrantLock();
              threads(() -> within(a, b), () -> tries(b, a));
            });
  }

  private static void tries(Lock outer, Lock inner) throws InterruptedException {
    outer.lock();
    try {
      if (inner.tryLock()) {
        inner.unlock();
      } else if (inner.tryLock(1, TimeUnit.MILLISECONDS)) {
        inner.unlock();
      }
    } finally {
      outer.unlock();
    }
  }

  @Test
  void ownCondition_silent() {
    check()
        .run(
            () -> {
              Lock lock = new ReentrantLock();
              Condition condition = lock.newCondition();
              threads(
                  () -> {
                    lock.lock();
                    try {
                      condition.await(20, TimeUnit.MILLISECONDS);
                    } finally {
                      lock.unlock();
                    }
                  },
                  () -> {
                    lock.lock();
                    try {
                      condition.signalAll();
                    } finally {
                      lock.unlock();
                    }
                  });
            });
  }

  /** One thread after the other, since a deadlock would not be broken. */
  @Test
  void switchedOff_silent() {
    check()
        .deadlocks(false)
        .repetitions(3)
        .run(
            () -> {
              Object a = new Object();
              Object b = new Object();
              Thread first = new Thread(() -> within(a, b));
              first.start();
              while (first.getState() != Thread.State.TERMINATED) {
                Thread.sleep(1);
              }
              threads(() -> within(b, a));
            });
  }

  /** A request that an interrupt has ended is none, whatever the thread holds afterwards. */
  @Test
  void interruptedRequest_silent() {
    check()
        .repetitions(5)
        .run(
            () -> {
              ReentrantLock a = new ReentrantLock();
              ReentrantLock b = new ReentrantLock();
              CountDownLatch taken = new CountDownLatch(2);
              CountDownLatch given = new CountDownLatch(1);
              Thread first =
                  new Thread(
                      () -> {
                        a.lock();
                        try {
                          taken.countDown();
                          taken.await();
                          b.lockInterruptibly();
                        } catch (InterruptedException e) {
                          given.countDown();
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
                          taken.await();
                          first.interrupt();
                          given.await();
                          a.lock();
                          a.unlock();
                        } catch (InterruptedException e) {
                          throw new IllegalStateException(e);
                        } finally {
                          b.unlock();
                        }
                      });
              first.start();
              second.start();
              first.join();
              second.join();
            });
  }

  /** Between its release by the second thread and the next request, the first one has no stamp. */
  @Test
  void stampThatIsHandedOver_silent() {
    check()
        .run(
            () -> {
              StampedLock stamps = new StampedLock();
              Object monitor = new Object();
              long[] stamp = new long[1];
              CountDownLatch taken = new CountDownLatch(1);
              CountDownLatch given = new CountDownLatch(1);
              threadsAtOnce(
                  () -> {
                    stamp[0] = stamps.writeLock();
                    taken.countDown();
                    given.await();
                    synchronized (monitor) {
                      monitor.hashCode();
                    }
                  },
                  () -> {
                    taken.await();
                    stamps.unlockWrite(stamp[0]);
                    given.countDown();
                  },
                  () -> {
                    synchronized (monitor) {
                      stamps.unlockWrite(stamps.writeLock());
                    }
                  });
            });
  }

  /** Until the third thread gives the stamp back, the others wait for each other. */
  @Test
  void stampThatAThirdThreadGivesBack_whileOthersWait_silent() {
    check()
        .repetitions(5)
        .run(
            () -> {
              StampedLock stamps = new StampedLock();
              Object monitor = new Object();
              long[] stamp = new long[1];
              CountDownLatch taken = new CountDownLatch(2);
              Thread[] waits = new Thread[2];
              threadsAtOnce(
                  () -> {
                    waits[0] = Thread.currentThread();
                    stamp[0] = stamps.writeLock();
                    taken.countDown();
                    taken.await();
                    synchronized (monitor) {
                      monitor.hashCode();
                    }
                  },
                  () -> {
                    waits[1] = Thread.currentThread();
                    synchronized (monitor) {
                      taken.countDown();
                      taken.await();
                      stamps.unlockRead(stamps.readLock());
                    }
                  },
                  () -> {
                    taken.await();
                    while (runs(waits[0]) || runs(waits[1])) {
                      Thread.sleep(1);
                    }
                    stamps.unlockWrite(stamp[0]);
                  });
            });
  }

  private static boolean runs(Thread thread) {
    return thread.getState() == Thread.State.RUNNABLE;
  }
}
