package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Step;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What calls of synchronisers that do not wait see of the state, which others have left. */
class SyncStateEdgesTest extends EdgesTestCase {
  static Stream<Arguments> edges() {
    return Stream.of(latches(), semaphores(), barriers(), phasers()).flatMap(rows -> rows);
  }

  private static Stream<Arguments> latches() {
    return Stream.of(
        edge(
            "countDown of a latch that another has opened",
            () -> {
              CountDownLatch latch = new CountDownLatch(1);
              inTurn(latch::countDown, latch::countDown);
            }),
        edge(
            "getCount of a latch that another has opened",
            () -> {
              CountDownLatch latch = new CountDownLatch(1);
              inTurn(latch::countDown, () -> check(latch.getCount() == 0));
            }));
  }

  /** Gives those that extend it what it keeps for them. */
  private static final class Shrinking extends Semaphore {
    private static final long serialVersionUID = 1L;

    Shrinking(int permits) {
      super(permits);
    }

    void shrink() {
      reducePermits(1);
    }
  }

  private static Stream<Arguments> semaphores() {
    return Stream.of(
        edge(
            "tryAcquire that finds what another has left",
            () -> {
              Semaphore semaphore = new Semaphore(1);
              inTurn(semaphore::acquire, () -> check(!semaphore.tryAcquire()));
            }),
        edge(
            "tryAcquire of a fair semaphore that finds what another has left",
            () -> {
              Semaphore semaphore = new Semaphore(1, true);
              inTurn(
                  semaphore::acquire, () -> check(!semaphore.tryAcquire(0, TimeUnit.NANOSECONDS)));
            }),
        edge(
            "reducePermits",
            () -> {
              Shrinking semaphore = new Shrinking(1);
              inTurn(semaphore::shrink, () -> check(semaphore.availablePermits() == 0));
            }));
  }

  private static void breakBarrier(CyclicBarrier barrier) throws Exception {
    try {
      barrier.await(0, TimeUnit.NANOSECONDS);
    } catch (TimeoutException wanted) {
      return;
    }
    throw new IllegalStateException("not broken");
  }

  /** Both parties have tripped the barrier before another thread breaks it. */
  private static void breakAfterTrip() throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(2);
    Cell cell = new Cell();
    Thread first =
        new Thread(
            () -> {
              cell.data = 1;
              Programs.run(barrier::await);
              hear("first may end");
            });
    first.start();
    untilTrue(() -> first.getState() == Thread.State.WAITING);
    inParallel(
        () -> {
          barrier.await();
          whisper("tripped");
          hear("last may end");
        },
        () -> {
          hear("tripped");
          breakBarrier(barrier);
          cell.data++;
          whisper("last may end");
        });
    whisper("first may end");
    first.join();
  }

  /** A barrier of one, whose action runs until a thread waits for the barrier, and then more. */
  private static CyclicBarrier acting(Thread[] other, Step more) {
    AtomicBoolean begun = new AtomicBoolean();
    return new CyclicBarrier(
        1,
        () -> {
          if (!begun.getPlain()) {
            begun.setPlain(true);
            other[0].start();
            Programs.run(
                () -> {
                  untilTrue(() -> other[0].getState() == Thread.State.WAITING);
                  more.run();
                });
          }
        });
  }

  private static void resetAfterBreak() throws Exception {
    Cell cell = new Cell();
    Thread[] other = new Thread[1];
    CyclicBarrier barrier =
        acting(
            other,
            () -> {
              cell.data = 1;
              throw new IllegalStateException("wanted");
            });
    other[0] =
        new Thread(
            () -> {
              barrier.reset();
              cell.data++;
            });
    try {
      barrier.await();
    } catch (IllegalStateException wanted) {
      other[0].join();
    }
  }

  /** What precedes a call that has not got the lock of the barrier is not seen. */
  private static void breakBeforeArrival() throws Exception {
    Cell cell = new Cell();
    Thread[] other = new Thread[1];
    CyclicBarrier[] self = new CyclicBarrier[1];
    CyclicBarrier barrier =
        acting(
            other,
            () -> {
              check(!self[0].isBroken());
              throw new IllegalStateException("wanted");
            });
    self[0] = barrier;
    other[0] =
        new Thread(
            () -> {
              cell.data = 1;
              Programs.run(() -> findBroken(barrier));
            });
    try {
      barrier.await();
    } catch (IllegalStateException wanted) {
      cell.data++;
      other[0].join();
    }
  }

  private static void findBroken(CyclicBarrier barrier) throws Exception {
    try {
      barrier.await();
    } catch (BrokenBarrierException wanted) {
      return;
    }
    throw new IllegalStateException("not broken");
  }

  private static Stream<Arguments> barriers() {
    return Stream.of(
        edge(
            "await with a limit after the others have tripped", SyncStateEdgesTest::breakAfterTrip),
        edge(
            "action after the reset of a barrier",
            () -> {
              Cell cell = new Cell();
              CyclicBarrier barrier = new CyclicBarrier(1, () -> cell.data++);
              inParallel(
                  () -> {
                    cell.data = 1;
                    barrier.reset();
                    whisper("reset");
                    hear("tripped");
                  },
                  () -> {
                    hear("reset");
                    barrier.await();
                    whisper("tripped");
                  });
            }),
        edge("reset that an action breaks before", SyncStateEdgesTest::resetAfterBreak),
        edge(
            "reset of a barrier that another has broken",
            () -> {
              CyclicBarrier barrier = new CyclicBarrier(2);
              inTurn(() -> breakBarrier(barrier), barrier::reset);
            }),
        edge(
            "await at a barrier that another has broken",
            () -> {
              CyclicBarrier barrier = new CyclicBarrier(2);
              inTurn(() -> breakBarrier(barrier), () -> findBroken(barrier));
            }));
  }

  private static Stream<Arguments> phasers() {
    return Stream.of(
        edge(
            "first party of a phaser in another one",
            () -> {
              Phaser child = new Phaser(new Phaser());
              inTurn(child::register, () -> check(child.getRegisteredParties() == 1));
            }),
        edge(
            "phaser that a thread makes agree with its root",
            () -> {
              Phaser root = new Phaser(1);
              Phaser child = new Phaser(root, 1);
              child.arrive();
              root.arrive();
              inTurn(
                  () -> check(child.getArrivedParties() == 0),
                  () -> check(child.getRegisteredParties() == 1));
            }));
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        edge(
            "break while another thread is about to arrive",
            SyncStateEdgesTest::breakBeforeArrival),
        edge(
            "await of an open latch by two",
            () -> {
              CountDownLatch latch = new CountDownLatch(0);
              inTurn(latch::await, latch::await);
            }),
        edge(
            "permits that two only ask for",
            () -> {
              Semaphore semaphore = new Semaphore(0);
              inTurn(semaphore::availablePermits, semaphore::availablePermits);
            }),
        edge(
            "tryAcquire of a fair semaphore that fails, tryAcquire",
            () -> {
              Semaphore semaphore = new Semaphore(0, true);
              Step fails = () -> check(!semaphore.tryAcquire(0, TimeUnit.NANOSECONDS));
              inTurn(fails, fails);
            }),
        edge(
            "countDown of an open latch, await",
            () -> {
              CountDownLatch latch = new CountDownLatch(0);
              inTurn(latch::countDown, latch::await);
            }),
        edge(
            "countDown of an open latch, await with a limit",
            () -> {
              CountDownLatch latch = new CountDownLatch(0);
              inTurn(latch::countDown, () -> check(latch.await(1, TimeUnit.SECONDS)));
            }),
        edge(
            "tryAcquire that fails, tryAcquire",
            () -> {
              Semaphore semaphore = new Semaphore(0);
              inTurn(semaphore::tryAcquire, semaphore::tryAcquire);
            }),
        edge(
            "getCount, await",
            () -> {
              CountDownLatch latch = new CountDownLatch(0);
              Cell cell = new Cell();
              inParallel(
                  () -> {
                    cell.data = 1;
                    latch.getCount();
                    whisper("asked");
                  },
                  () -> {
                    hear("asked");
                    latch.await();
                    cell.data++;
                  });
            }));
  }
}
