package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Latches and semaphores order what precedes a release before what has seen it. */
@RaceFree
class PermitsTest extends JdkPrograms {

  @Test
  @Tag(IMPLEMENTED)
  void latch_getCountBelowTheFirst_seesWhoCounted() throws Exception {
    Cell a = new Cell();
    CountDownLatch l = new CountDownLatch(2);
    Thread t =
        start(
            () -> {
              a.add();
              l.countDown();
            });
    while (l.getCount() == 2) {
      Thread.onSpinWait();
    }
    a.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void semaphore_manyPermits_seesAllReleases() throws Exception {
    Cell[] cs = cells(3);
    Semaphore s = new Semaphore(0);
    for (Cell c : cs) {
      start(
          () -> {
            c.add();
            s.release(2);
          });
    }
    s.acquire(6);
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void semaphore_asMutex_byEveryWayToAcquire() throws Exception {
    Cell c = new Cell();
    Semaphore s = new Semaphore(1);
    inParallel(
        () -> {
          s.acquireUninterruptibly();
          c.add();
          s.release();
        },
        () -> {
          while (!s.tryAcquire(5, TimeUnit.MICROSECONDS)) {}
          c.add();
          s.release();
        },
        () -> {
          while (!s.tryAcquire()) {
            Thread.yield();
          }
          c.add();
          s.release();
        },
        () -> {
          while (s.drainPermits() == 0) {
            Thread.yield();
          }
          c.add();
          s.release();
        });
    c.add();
  }

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void latch_getCountOfZero_seesAll() throws Exception {
    Cell[] cs = cells(2);
    CountDownLatch l = new CountDownLatch(2);
    Thread[] ts = new Thread[2];
    for (int i = 0; i < 2; i++) {
      int k = i;
      ts[i] =
          start(
              () -> {
                cs[k].add();
                l.countDown();
              });
    }
    while (l.getCount() > 0) {
      Thread.onSpinWait();
    }
    cs[0].add();
    cs[1].add();
    join(ts);
  }

  @Test
  @Tag(PROMISED)
  void latch_awaitWithALimit_repeated_seesAll() throws Exception {
    Cell c = new Cell();
    CountDownLatch l = new CountDownLatch(1);
    Thread t =
        start(
            () -> {
              c.add();
              l.countDown();
            });
    while (!l.await(10, TimeUnit.MICROSECONDS)) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void semaphore_availablePermits_seesReleases() throws Exception {
    Cell c = new Cell();
    Semaphore s = new Semaphore(0);
    Thread t =
        start(
            () -> {
              c.add();
              s.release();
            });
    while (s.availablePermits() == 0) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void semaphore_availablePermits_seesAnAcquire() throws Exception {
    Cell c = new Cell();
    Semaphore s = new Semaphore(1, true);
    Thread t =
        start(
            () -> {
              c.add();
              s.acquire();
            });
    while (s.availablePermits() == 1) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void semaphore_hasQueuedThreads_seesWhoWaits() throws Exception {
    Cell c = new Cell();
    Semaphore s = new Semaphore(0);
    Thread t =
        start(
            () -> {
              c.add();
              s.acquire();
            });
    while (!s.hasQueuedThreads()) {
      Thread.onSpinWait();
    }
    c.add();
    s.release();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void semaphore_fairWithSeveralPermits_seesReleases() throws Exception {
    Cell c = new Cell();
    Semaphore s = new Semaphore(0, true);
    Thread t =
        start(
            () -> {
              c.add();
              s.release(3);
            });
    s.acquire(2);
    c.add();
    while (!s.tryAcquire(1, 10, TimeUnit.MICROSECONDS)) {
      Thread.onSpinWait();
    }
    t.join();
  }
}
