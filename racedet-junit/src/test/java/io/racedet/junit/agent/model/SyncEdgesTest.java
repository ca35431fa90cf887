package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.both;
import static io.racedet.junit.agent.model.Programs.exclude;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Threads, locks and synchronisers: which accesses they order, and which race. */
class SyncEdgesTest extends EdgesTestCase {
  static Stream<Arguments> edges() {
    return Stream.of(threads(), locks(), synchronisers()).flatMap(all -> all);
  }

  private static Stream<Arguments> threads() {
    return Stream.of(
        edge(
            "start and join",
            () -> {
              Cell cell = new Cell();
              Thread thread = new Thread(() -> cell.data++);
              thread.start();
              thread.join();
              cell.data++;
            }),
        edge(
            "join with a limit",
            () -> {
              Cell cell = new Cell();
              Thread thread = new Thread(() -> cell.data++);
              thread.start();
              thread.join(10_000);
              cell.data++;
            }),
        edge(
            "isAlive",
            () -> {
              Cell cell = new Cell();
              Thread thread = new Thread(() -> cell.data++);
              thread.start();
              untilTrue(() -> !thread.isAlive());
              cell.data++;
            }),
        edge(
            "getState",
            () -> {
              Cell cell = new Cell();
              Thread thread = new Thread(() -> cell.data++);
              thread.start();
              untilTrue(() -> thread.getState() == Thread.State.TERMINATED);
              cell.data++;
            }),
        edge(
            "interrupt seen",
            () -> {
              Thread[] waiter = new Thread[1];
              Cell cell = new Cell();
              waiter[0] =
                  new Thread(
                      () -> {
                        Programs.run(() -> untilTrue(() -> Thread.currentThread().isInterrupted()));
                        cell.data++;
                      });
              waiter[0].start();
              inParallel(
                  () -> {
                    cell.data++;
                    waiter[0].interrupt();
                  });
              waiter[0].join();
            }),
        edge(
            "interrupt thrown",
            () -> {
              Cell cell = new Cell();
              CountDownLatch never = new CountDownLatch(1);
              Thread waiter =
                  new Thread(
                      () -> {
                        try {
                          never.await();
                        } catch (InterruptedException e) {
                          cell.data++;
                        }
                      });
              waiter.start();
              inParallel(
                  () -> {
                    cell.data++;
                    waiter.interrupt();
                  });
              waiter.join();
            }),
        interrupts("sleep", () -> Thread.sleep(10_000)),
        interrupts("TimeUnit.sleep", () -> TimeUnit.SECONDS.sleep(10)),
        interrupts("wait", SyncEdgesTest::waitLong),
        interrupts("join", () -> Thread.currentThread().join()));
  }

  private static void waitLong() throws InterruptedException {
    Object lock = new Object();
    synchronized (lock) {
      lock.wait(10_000);
    }
  }

  private static Arguments interrupts(String name, Programs.Step blocks) {
    return edge(
        "interrupt of " + name,
        () -> {
          Cell cell = new Cell();
          Thread waiter =
              new Thread(
                  () -> {
                    try {
                      blocks.run();
                    } catch (InterruptedException e) {
                      cell.data++;
                    } catch (Exception e) {
                      throw new IllegalStateException(e);
                    }
                  });
          waiter.start();
          inParallel(
              () -> {
                cell.data++;
                waiter.interrupt();
              });
          waiter.join();
        });
  }

  private static Arguments excludes(String name, Lock lock) {
    return edge(name, () -> exclude(lock::lock, lock::unlock));
  }

  private static Stream<Arguments> locks() {
    ReentrantLock lock = new ReentrantLock();
    ReentrantLock fair = new ReentrantLock(true);
    ReadWriteLock readWrite = new ReentrantReadWriteLock();
    StampedLock stamped = new StampedLock();
    Mutex mutex = new Mutex();
    return Stream.of(
        excludes("ReentrantLock", lock),
        excludes("ReentrantLock, fair", fair),
        excludes("write lock", readWrite.writeLock()),
        excludes("StampedLock as write lock", stamped.asWriteLock()),
        edge("lockInterruptibly", () -> exclude(lock::lockInterruptibly, lock::unlock)),
        edge("tryLock", () -> exclude(() -> untilTrue(lock::tryLock), lock::unlock)),
        edge(
            "tryLock with a limit",
            () -> exclude(() -> untilTrue(() -> lock.tryLock(1, TimeUnit.SECONDS)), lock::unlock)),
        edge(
            "re-entrant",
            () ->
                exclude(
                    () -> {
                      lock.lock();
                      lock.lock();
                      lock.unlock();
                    },
                    lock::unlock)),
        edge("read lock against write lock", () -> readersAndWriter(readWrite)),
        edge(
            "read lock against write lock, stamped",
            () -> readersAndWriter(stamped.asReadWriteLock())),
        edge("stamps", () -> writeWithStamps(stamped)),
        edge("converted stamps", () -> convertStamps(stamped)),
        edge("validated optimistic read", () -> readOptimistically(stamped)),
        edge("condition", () -> passByCondition(lock)),
        edge("condition of a write lock", () -> passByCondition(readWrite.writeLock())),
        edge("own synchroniser", () -> exclude(() -> mutex.acquire(1), () -> mutex.release(1))),
        edge(
            "own synchroniser, tried",
            () -> exclude(() -> untilTrue(() -> mutex.tryAcquire(1)), () -> mutex.release(1))));
  }

  private static void readersAndWriter(ReadWriteLock lock) {
    Cell cell = new Cell();
    int[] sum = new int[2];
    inParallel(
        () -> {
          lock.writeLock().lock();
          cell.data++;
          lock.writeLock().unlock();
        },
        () -> {
          lock.readLock().lock();
          sum[0] += cell.data;
          lock.readLock().unlock();
        },
        () -> {
          lock.readLock().lock();
          sum[1] += cell.data;
          lock.readLock().unlock();
        });
  }

  private static void writeWithStamps(StampedLock lock) {
    Cell cell = new Cell();
    int[] seen = new int[1];
    inParallel(
        () -> {
          long stamp = lock.writeLock();
          cell.data++;
          lock.unlockWrite(stamp);
        },
        () -> {
          long stamp = lock.tryWriteLock(1, TimeUnit.SECONDS);
          cell.data++;
          lock.unlock(stamp);
        },
        () -> {
          long stamp = lock.readLock();
          seen[0] = cell.data;
          lock.unlock(stamp);
        });
  }

  private static void convertStamps(StampedLock lock) {
    Cell cell = new Cell();
    both(
        () -> {
          long stamp = lock.readLock();
          long write = lock.tryConvertToWriteLock(stamp);
          while (write == 0) {
            lock.unlockRead(stamp);
            stamp = lock.readLock();
            write = lock.tryConvertToWriteLock(stamp);
          }
          cell.data++;
          lock.unlockRead(lock.tryConvertToReadLock(write));
        });
  }

  private static void readOptimistically(StampedLock lock) {
    Cell cell = new Cell();
    int[] seen = new int[1];
    inParallel(
        () -> {
          long stamp = lock.writeLock();
          cell.data++;
          lock.unlockWrite(stamp);
        },
        () -> {
          hear("nothing is written now");
          long stamp = lock.tryOptimisticRead();
          seen[0] = cell.data;
          if (!lock.validate(stamp)) {
            throw new IllegalStateException("written");
          }
          whisper("write again");
        },
        () -> {
          whisper("nothing is written now");
          hear("write again");
          long stamp = lock.writeLock();
          cell.data++;
          lock.unlockWrite(stamp);
        });
  }

  private static void passByCondition(Lock lock) {
    Condition condition = lock.newCondition();
    Cell cell = new Cell();
    inParallel(
        () -> {
          lock.lock();
          lock.lock();
          while (cell.data == 0) {
            condition.await();
          }
          cell.data++;
          lock.unlock();
          lock.unlock();
        },
        () -> {
          lock.lock();
          cell.data++;
          condition.signalAll();
          lock.unlock();
        });
  }

  /** The example of the class comment of AbstractQueuedSynchronizer. */
  static final class Mutex extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean tryAcquire(int arg) {
      return compareAndSetState(0, 1);
    }

    @Override
    protected boolean tryRelease(int arg) {
      setState(0);
      return true;
    }
  }

  private static Stream<Arguments> synchronisers() {
    return Stream.of(
        edge(
            "CountDownLatch",
            () -> {
              CountDownLatch latch = new CountDownLatch(1);
              handOver(latch::countDown, latch::await);
            }),
        edge(
            "CountDownLatch with a limit",
            () -> {
              CountDownLatch latch = new CountDownLatch(1);
              handOver(latch::countDown, () -> untilTrue(() -> latch.await(1, TimeUnit.SECONDS)));
            }),
        edge(
            "Semaphore",
            () -> {
              Semaphore semaphore = new Semaphore(0);
              handOver(semaphore::release, semaphore::acquire);
            }),
        edge(
            "Semaphore, tried",
            () -> {
              Semaphore semaphore = new Semaphore(0);
              handOver(semaphore::release, () -> untilTrue(semaphore::tryAcquire));
            }),
        edge(
            "Semaphore as lock",
            () -> {
              Semaphore semaphore = new Semaphore(1);
              exclude(semaphore::acquireUninterruptibly, semaphore::release);
            }),
        edge("CyclicBarrier", () -> crossBarrier(2)),
        edge("CyclicBarrier with more threads", () -> crossBarrier(4)),
        edge(
            "barrier action",
            () -> {
              Cell first = new Cell();
              Cell second = new Cell();
              CyclicBarrier barrier = new CyclicBarrier(2, () -> first.data += second.data);
              inParallel(
                  () -> {
                    first.data++;
                    barrier.await();
                    int seen = first.data;
                  },
                  () -> {
                    second.data++;
                    barrier.await();
                    int seen = first.data;
                  });
            }),
        edge("Phaser", SyncEdgesTest::advancePhaser),
        edge(
            "Phaser, arrive and awaitAdvance",
            () -> {
              Phaser phaser = new Phaser(1);
              handOver(phaser::arrive, () -> phaser.awaitAdvance(0));
            }),
        edge("Phaser, tiered", SyncEdgesTest::advanceTieredPhaser),
        edge(
            "Exchanger",
            () -> {
              Exchanger<Object> exchanger = new Exchanger<>();
              Cell first = new Cell();
              Cell second = new Cell();
              inParallel(
                  () -> {
                    first.data++;
                    exchanger.exchange("a");
                    second.data++;
                  },
                  () -> {
                    second.data++;
                    exchanger.exchange("b");
                    first.data++;
                  });
            }));
  }

  private static void crossBarrier(int parties) {
    CyclicBarrier barrier = new CyclicBarrier(parties);
    Cell[] cells = new Cell[parties];
    for (int i = 0; i < parties; i++) {
      cells[i] = new Cell();
    }
    Programs.Step[] steps = new Programs.Step[parties];
    for (int i = 0; i < parties; i++) {
      int mine = i;
      steps[i] =
          () -> {
            for (int round = 0; round < 2 * parties; round++) {
              cells[(mine + round) % parties].data++;
              barrier.await();
            }
          };
    }
    inParallel(steps);
  }

  private static void advancePhaser() {
    Phaser phaser = new Phaser(2);
    Cell first = new Cell();
    Cell second = new Cell();
    inParallel(
        () -> {
          for (int round = 0; round < 3; round++) {
            (round % 2 == 0 ? first : second).data++;
            phaser.arriveAndAwaitAdvance();
          }
        },
        () -> {
          for (int round = 0; round < 3; round++) {
            (round % 2 == 0 ? second : first).data++;
            phaser.arriveAndAwaitAdvance();
          }
        });
  }

  private static void advanceTieredPhaser() {
    Phaser root = new Phaser();
    Phaser left = new Phaser(root, 1);
    Phaser right = new Phaser(root, 1);
    Cell first = new Cell();
    Cell second = new Cell();
    inParallel(
        () -> {
          first.data++;
          left.arriveAndAwaitAdvance();
          second.data++;
        },
        () -> {
          second.data++;
          right.arriveAndAwaitAdvance();
          first.data++;
        });
  }

  static Stream<Arguments> noEdges() {
    ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
    StampedLock stamped = new StampedLock();
    return Stream.of(
        edge("nothing", () -> exclude(() -> {}, () -> {})),
        edge(
            "read lock against read lock",
            () -> exclude(readWrite.readLock()::lock, readWrite.readLock()::unlock)),
        edge(
            "read lock against read lock, stamped",
            () -> exclude(stamped.asReadLock()::lock, stamped.asReadLock()::unlock)),
        edge(
            "await that times out",
            () -> {
              CountDownLatch latch = new CountDownLatch(1);
              handOver(
                  () -> {
                    hear("timed out");
                    latch.countDown();
                    whisper("counted");
                  },
                  () -> {
                    latch.await(1, TimeUnit.MILLISECONDS);
                    whisper("timed out");
                    hear("counted");
                  });
            }),
        edge(
            "countDown of others",
            () -> {
              CountDownLatch latch = new CountDownLatch(2);
              both(latch::countDown);
              exclude(latch::countDown, () -> {});
            }),
        edge(
            "failed tryAcquire",
            () -> {
              Semaphore semaphore = new Semaphore(0);
              handOver(
                  () -> {
                    hear("tried");
                    semaphore.release();
                    whisper("released");
                  },
                  () -> {
                    semaphore.tryAcquire();
                    whisper("tried");
                    hear("released");
                  });
            }),
        edge(
            "after the barrier",
            () -> {
              CyclicBarrier barrier = new CyclicBarrier(2);
              exclude(barrier::await, () -> {});
            }),
        edge(
            "a barrier's next round against the last one",
            () -> {
              CyclicBarrier barrier = new CyclicBarrier(2);
              Cell cell = new Cell();
              inParallel(
                  () -> {
                    barrier.await();
                    cell.data++;
                    barrier.await(1, TimeUnit.SECONDS);
                  },
                  () -> {
                    barrier.await();
                    cell.data++;
                    barrier.await(1, TimeUnit.SECONDS);
                  });
            }),
        edge(
            "arrival without waiting",
            () -> {
              Phaser phaser = new Phaser(2);
              exclude(phaser::arrive, () -> {});
            }),
        edge(
            "sleep and yield",
            () ->
                exclude(
                    () -> {
                      Thread.sleep(1);
                      Thread.yield();
                    },
                    () -> {})),
        edge(
            "thread that is not waited for",
            () -> {
              Cell cell = new Cell();
              Thread thread = new Thread(() -> cell.data++);
              thread.start();
              cell.data++;
              thread.join();
            }),
        edge(
            "condition without its lock's order",
            () -> {
              ReentrantLock lock = new ReentrantLock();
              Cell cell = new Cell();
              inParallel(
                  () -> {
                    cell.data++;
                    lock.lock();
                    lock.newCondition().await(1, TimeUnit.MILLISECONDS);
                    lock.unlock();
                  },
                  () -> cell.data++);
            }));
  }
}
