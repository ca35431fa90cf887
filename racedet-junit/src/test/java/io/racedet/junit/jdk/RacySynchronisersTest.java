package io.racedet.junit.jdk;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is not handed over is not ordered. */
@ExpectRace(with = @RaceFree(timeLimit = "20s", repetitions = 1_000_000))
class RacySynchronisersTest extends JdkPrograms {

  @Test
  void stampedReference_setOfTheSame_publishesNothing() throws Exception {
    AtomicStampedReference<String> a = new AtomicStampedReference<>("x", 1);
    Cell c = new Cell();
    Thread t =
        start(
            () -> {
              c.add();
              a.set("x", 1);
            });
    Thread u =
        start(
            () -> {
              pause(3000);
              a.getStamp();
              c.add();
            });
    join(t, u);
  }

  @Test
  @Tag(SMOKE)
  void phaser_afterAnArrival_isNotOrdered() throws Exception {
    Cell c = new Cell();
    Phaser p = new Phaser(2);
    inParallel(
        () -> {
          p.arrive();
          c.add();
        },
        () -> {
          p.arriveAndAwaitAdvance();
          c.add();
        });
  }

  @Test
  void phaser_getPhaseBesideAnArrival_isNotOrdered() throws Exception {
    Cell c = new Cell();
    Phaser p = new Phaser(2);
    inParallel(
        () -> {
          p.getPhase();
          c.add();
        },
        () -> {
          p.arrive();
          c.add();
        });
  }

  @Test
  @Tag(SMOKE)
  void stampedLock_writesUnderTheReadLock_race() throws Exception {
    Cell c = new Cell();
    StampedLock l = new StampedLock();
    Step b =
        () -> {
          long s = l.readLock();
          try {
            c.add();
          } finally {
            l.unlockRead(s);
          }
        };
    inParallel(b, b);
  }

  @Test
  @Tag(SMOKE)
  void exchanger_sharedAfterwards_races() throws Exception {
    Cell c = new Cell();
    Exchanger<Integer> x = new Exchanger<>();
    Step b =
        () -> {
          x.exchange(1);
          c.add();
        };
    inParallel(b, b);
  }

  @Test
  @Tag(SMOKE)
  void latch_betweenTwoCounts_isNotOrdered() throws Exception {
    Cell c = new Cell();
    CountDownLatch l = new CountDownLatch(2);
    inParallel(
        () -> {
          l.countDown();
          c.add();
          l.countDown();
        },
        () -> {
          while (l.getCount() == 2) {
            Thread.onSpinWait();
          }
          c.add();
        });
  }

  @Test
  @Tag(SMOKE)
  void compareAndSet_thatFails_publishesNothing() throws Exception {
    AtomicInteger a = new AtomicInteger(5);
    Cell c = new Cell();
    inParallel(
        () -> {
          c.add();
          a.compareAndSet(1, 2);
        },
        () -> {
          pause(3000);
          a.get();
          c.add();
        });
  }

  @Test
  void atomicInteger_onlyRead_ordersNothing() throws Exception {
    AtomicInteger a = new AtomicInteger();
    Cell c = new Cell();
    inParallel(
        () -> {
          a.get();
          c.add();
        },
        () -> {
          a.get();
          c.add();
        });
  }

  @Test
  void accumulator_thatChangesNothing_publishesNothing() throws Exception {
    LongAccumulator a = new LongAccumulator(Math::max, 5);
    Cell c = new Cell();
    inParallel(
        () -> {
          c.add();
          a.accumulate(1);
        },
        () -> {
          pause(1000);
          a.get();
          c.add();
        });
  }

  @Test
  void latch_countedBelowZero_publishesNothing() throws Exception {
    CountDownLatch l = new CountDownLatch(0);
    Cell c = new Cell();
    inParallel(
        () -> {
          c.add();
          l.countDown();
        },
        () -> {
          pause(1000);
          l.await();
          c.add();
        });
  }

  @Test
  @Tag(SMOKE)
  void tryLock_thatFails_publishesNothing() throws Exception {
    ReentrantLock l = new ReentrantLock();
    Cell c = new Cell();
    l.lock();
    Step s =
        () -> {
          c.add();
          l.tryLock();
        };
    inParallel(
        s,
        () -> {
          pause(1000);
          l.tryLock();
          c.add();
        });
    l.unlock();
  }

  @Test
  void semaphore_tryAcquireThatFails_publishesNothing() throws Exception {
    Semaphore m = new Semaphore(0);
    Cell c = new Cell();
    inParallel(
        () -> {
          c.add();
          m.tryAcquire();
        },
        () -> {
          pause(1000);
          m.tryAcquire();
          c.add();
        });
  }

  @Test
  void section_ofTheOther_isNotSeenByATryLockThatFails() throws Exception {
    ReentrantLock l = new ReentrantLock();
    Cell c = new Cell();
    AtomicInteger turn = new AtomicInteger();
    inParallel(
        () -> {
          l.lock();
          turn.setPlain(1);
          c.add();
          pause(50);
          l.unlock();
        },
        () -> {
          if (l.tryLock()) {
            l.unlock();
          } else {
            c.add();
          }
        });
  }

  @Test
  void phaser_awaitedPhase_doesNotIncludeLaterArrivals() throws Exception {
    Phaser p = new Phaser(1);
    Cell c = new Cell();
    inParallel(
        () -> {
          p.arrive();
          c.add();
          p.arrive();
        },
        () -> {
          p.awaitAdvance(0);
          c.add();
        });
  }

  @Test
  void thread_failedStart_publishesNothing() throws Exception {
    Cell c = new Cell();
    Thread t =
        thread(
            () -> {
              pause(100);
              c.add();
            });
    inParallel(t::start, () -> startedAlready(t, c));
    t.join();
  }

  private static void startedAlready(Thread t, Cell c) {
    while (t.getState() == Thread.State.NEW) {
      Thread.onSpinWait();
    }
    c.add();
    try {
      t.start();
    } catch (IllegalThreadStateException e) {
      // It does not hand over anything.
    }
  }

  @Test
  void timerTask_thatHasRun_isNotOrderedBeforeItsCancel() throws Exception {
    Cell c = new Cell();
    Timer timer = new Timer(true);
    TimerTask task =
        new TimerTask() {
          @Override
          public void run() {
            c.add();
          }
        };
    timer.schedule(task, 0);
    pause(500);
    task.cancel();
    c.add();
    timer.cancel();
  }

  @Test
  void sectionsWithPlainAccessesOfTwoAtomics_mayBeExchanged() throws Exception {
    Object lock = new Object();
    Cell c = new Cell();
    AtomicInteger written = new AtomicInteger();
    AtomicInteger read = new AtomicInteger();
    inParallel(
        () -> {
          c.add();
          synchronized (lock) {
            written.setPlain(1);
          }
        },
        () -> {
          pause(1000);
          synchronized (lock) {
            read.getPlain();
          }
          c.add();
        });
  }
}
