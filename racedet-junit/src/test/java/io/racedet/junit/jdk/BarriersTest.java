package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Barriers and exchangers order both ways, and what a query has seen. */
@RaceFree
class BarriersTest extends JdkPrograms {

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void barrier_withAction_isReused() throws Exception {
    Cell[] cs = cells(3);
    Cell all = new Cell();
    CyclicBarrier b =
        new CyclicBarrier(
            3,
            () -> {
              all.add();
              for (Cell c : cs) {
                c.add();
              }
            });
    Step[] bs = new Step[3];
    for (int i = 0; i < 3; i++) {
      int k = i;
      bs[i] =
          () -> {
            for (int r = 0; r < 3; r++) {
              cs[(k + r) % 3].add();
              b.await();
              all.get();
              b.await(10, TimeUnit.SECONDS);
            }
          };
    }
    inParallel(bs);
    all.add();
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(IMPLEMENTED)
  void barrier_reset_isSeenByTheWaiter() throws Exception {
    Cell c = new Cell();
    CyclicBarrier b = new CyclicBarrier(2);
    Thread t =
        start(
            () -> {
              while (b.getNumberWaiting() == 0) {
                Thread.onSpinWait();
              }
              c.add();
              b.reset();
            });
    try {
      b.await();
    } catch (BrokenBarrierException e) {
      c.add();
    }
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void barrier_brokenByALimit_isSeenByIsBroken() throws Exception {
    Cell c = new Cell();
    CyclicBarrier b = new CyclicBarrier(3);
    Thread t =
        start(
            () -> {
              c.add();
              try {
                b.await(50, TimeUnit.MICROSECONDS);
              } catch (TimeoutException | BrokenBarrierException e) {
                // The third party never comes: the barrier is broken.
              }
            });
    while (!b.isBroken()) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void exchanger_pairs_giveAndTake() throws Exception {
    Exchanger<Cell> x = new Exchanger<>();
    Step b =
        () -> {
          Cell mine = new Cell();
          for (int i = 0; i < 6; i++) {
            mine.add();
            mine = x.exchange(mine);
            mine.add();
          }
        };
    inParallel(b, b);
  }

  @Test
  @Tag(PROMISED)
  void exchanger_fourWithALimit_tryAgain() throws Exception {
    Exchanger<Cell> x = new Exchanger<>();
    CountDownLatch done = new CountDownLatch(4);
    Step b =
        () -> {
          Cell mine = new Cell();
          for (int i = 0; i < 3; ) {
            mine.add();
            try {
              mine = x.exchange(mine, 100, TimeUnit.MICROSECONDS);
              i++;
              mine.add();
            } catch (TimeoutException e) {
              if (done.getCount() < 2) {
                break;
              }
              i += 1;
            }
          }
          done.countDown();
        };
    inParallel(b, b, b, b);
  }

  @Test
  @Tag(PROMISED)
  void exchanger_nulls_orderBothWays() throws Exception {
    Cell a = new Cell();
    Exchanger<Cell> x = new Exchanger<>();
    inParallel(
        () -> {
          a.add();
          x.exchange(null);
        },
        () -> {
          x.exchange(new Cell());
          a.add();
        });
    Cell b = new Cell();
    inParallel(
        () -> {
          b.add();
          x.exchange(null);
        },
        () -> {
          x.exchange(null);
          b.add();
        });
  }

  @Test
  @Tag(IMPLEMENTED)
  void barrier_getNumberWaiting_seesWhoArrived() throws Exception {
    Cell c = new Cell();
    CyclicBarrier b = new CyclicBarrier(2);
    Thread t =
        start(
            () -> {
              c.add();
              b.await();
            });
    while (b.getNumberWaiting() == 0) {
      Thread.onSpinWait();
    }
    c.add();
    b.await();
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void barrier_brokenByInterrupt_isSeenByTheOther() throws Exception {
    Cell c = new Cell();
    CyclicBarrier b = new CyclicBarrier(3);
    Thread t =
        start(
            () -> {
              c.add();
              Thread.currentThread().interrupt();
              try {
                b.await();
              } catch (InterruptedException e) {
                return;
              }
            });
    try {
      b.await();
    } catch (BrokenBarrierException e) {
      c.add();
    }
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void barrier_actionThatThrows_isSeenByTheBroken() throws Exception {
    Cell c = new Cell();
    CyclicBarrier b =
        new CyclicBarrier(
            2,
            () -> {
              c.add();
              throw new IllegalStateException("wanted");
            });
    Step s =
        () -> {
          try {
            b.await();
          } catch (BrokenBarrierException | IllegalStateException e) {
            return;
          }
        };
    Thread t = start(s);
    try {
      b.await();
    } catch (BrokenBarrierException e) {
      c.add();
    } catch (IllegalStateException e) {
      c.add();
    }
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void barrierThatTimesOut_hasTrippedBefore() throws Exception {
    Cell c = new Cell();
    CyclicBarrier b = new CyclicBarrier(2, c::add);
    Step meet =
        () -> {
          try {
            b.await(500, TimeUnit.MICROSECONDS);
          } catch (TimeoutException e) {
            c.add();
          } catch (BrokenBarrierException e) {
            // Another one has added.
          }
        };
    inParallel(meet, meet, meet);
  }

  @Test
  @Tag(IMPLEMENTED)
  void brokenBarrier_tripsAfterItsReset() throws Exception {
    Cell c = new Cell();
    CyclicBarrier b = new CyclicBarrier(2);
    try {
      b.await(0, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      c.add();
    }
    inParallel(
        () -> {
          c.add();
          b.reset();
        },
        () -> {
          meetAtLast(b);
          c.add();
        },
        () -> meetAtLast(b));
  }

  private static void meetAtLast(CyclicBarrier b) throws InterruptedException {
    for (; ; ) {
      try {
        b.await();
        return;
      } catch (BrokenBarrierException e) {
        pause(10);
      }
    }
  }
}
