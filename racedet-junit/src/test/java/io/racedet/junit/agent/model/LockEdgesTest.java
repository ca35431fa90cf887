package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.both;
import static io.racedet.junit.agent.model.Programs.exclude;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.agent.model.Programs.Cell;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/** Locks and synchronisers, by all their methods. */
class LockEdgesTest extends EdgesTestCase {
  static Stream<Arguments> edges() throws ReflectiveOperationException {
    return Stream.of(calls(), conditions(), readWrite(), stamped(), synchronisers(), queries())
        .flatMap(all -> all);
  }

  /** A subclass of its own. */
  private static final class Named extends ReentrantLock {
    private static final long serialVersionUID = 1L;

    @Override
    public void lock() {
      super.lock();
    }

    void enter() {
      lock();
    }

    void leave() {
      unlock();
    }
  }

  private static Stream<Arguments> calls() throws ReflectiveOperationException {
    Lock lock = new ReentrantLock();
    Named named = new Named();
    Method lockMethod = Lock.class.getMethod("lock");
    Method unlockMethod = ReentrantLock.class.getMethod("unlock");
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodType type = MethodType.methodType(void.class);
    MethodHandle lockHandle = lookup.findVirtual(Lock.class, "lock", type);
    MethodHandle unlockHandle = lookup.bind(lock, "unlock", type);
    Lock proxy =
        (Lock)
            Proxy.newProxyInstance(
                LockEdgesTest.class.getClassLoader(),
                new Class<?>[] {Lock.class},
                (self, method, arguments) -> method.invoke(lock, arguments));
    Consumer<Lock> take = Lock::lock;
    Consumer<Lock> give = Lock::unlock;
    return Stream.of(
        edge("interface", () -> exclude(() -> lock.lock(), () -> lock.unlock())),
        edge("method reference", () -> exclude(() -> take.accept(lock), () -> give.accept(lock))),
        edge("subclass", () -> exclude(named::enter, named::leave)),
        edge(
            "reflection",
            () -> exclude(() -> lockMethod.invoke(lock), () -> unlockMethod.invoke(lock))),
        edge(
            "method handle",
            () -> exclude(() -> invoke(lockHandle, lock), () -> invoke(unlockHandle))),
        edge("proxy", () -> exclude(proxy::lock, proxy::unlock)));
  }

  private static void invoke(MethodHandle handle, Object... arguments) {
    try {
      handle.invokeWithArguments(arguments);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private interface Waiting {
    void await(Condition condition) throws Exception;
  }

  private static Arguments awaits(String name, Waiting waiting) {
    return edge(
        "condition: " + name,
        () -> {
          ReentrantLock lock = new ReentrantLock();
          Condition condition = lock.newCondition();
          Cell cell = new Cell();
          inParallel(
              () -> {
                lock.lock();
                while (cell.data == 0) {
                  waiting.await(condition);
                }
                cell.data++;
                lock.unlock();
              },
              () -> {
                lock.lock();
                cell.data++;
                condition.signal();
                lock.unlock();
              });
        });
  }

  private static Stream<Arguments> conditions() {
    return Stream.of(
        awaits("await", Condition::await),
        awaits("awaitUninterruptibly", Condition::awaitUninterruptibly),
        awaits("awaitNanos", condition -> condition.awaitNanos(1_000_000)),
        awaits("await with a limit", condition -> condition.await(1, TimeUnit.MILLISECONDS)),
        awaits(
            "awaitUntil",
            condition -> condition.awaitUntil(new java.util.Date(System.currentTimeMillis() + 1))));
  }

  private static Stream<Arguments> readWrite() {
    ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    return Stream.of(
        edge(
            "write lock to read lock, tried",
            () -> {
              Cell cell = new Cell();
              inParallel(
                  () -> {
                    lock.writeLock().lock();
                    cell.data++;
                    lock.writeLock().unlock();
                  },
                  () -> {
                    untilTrue(() -> lock.readLock().tryLock(1, TimeUnit.SECONDS));
                    int seen = cell.data;
                    lock.readLock().unlock();
                  });
            }),
        edge(
            "downgrade",
            () -> {
              Cell cell = new Cell();
              both(
                  () -> {
                    lock.writeLock().lock();
                    cell.data++;
                    lock.readLock().lock();
                    lock.writeLock().unlock();
                    int seen = cell.data;
                    lock.readLock().unlock();
                  });
            }),
        edge(
            "read unlock, write lock",
            () -> {
              Cell cell = new Cell();
              inParallel(
                  () -> {
                    lock.readLock().lockInterruptibly();
                    int seen = cell.data;
                    lock.readLock().unlock();
                  },
                  () -> {
                    untilTrue(lock.writeLock()::tryLock);
                    cell.data++;
                    lock.writeLock().unlock();
                  });
            }));
  }

  private static Stream<Arguments> stamped() {
    return Stream.of(
        edge(
            "failed optimistic read",
            () -> {
              StampedLock lock = new StampedLock();
              Cell cell = new Cell();
              inParallel(
                  () -> {
                    long stamp = lock.tryOptimisticRead();
                    int seen = cell.data;
                    whisper("read");
                    hear("written");
                    if (!lock.validate(stamp)) {
                      stamp = lock.readLock();
                      seen = cell.data;
                      lock.unlockRead(stamp);
                    }
                  },
                  () -> {
                    hear("read");
                    long stamp = lock.writeLock();
                    cell.data++;
                    lock.unlockWrite(stamp);
                    whisper("written");
                  });
            }),
        edge(
            "optimistic read while it is written",
            () -> {
              StampedLock lock = new StampedLock();
              Cell cell = new Cell();
              inParallel(
                  () -> {
                    hear("writing");
                    long stamp = lock.tryOptimisticRead();
                    int seen = cell.data;
                    if (lock.validate(stamp)) {
                      throw new IllegalStateException("valid");
                    }
                    whisper("read");
                    stamp = lock.readLock();
                    seen = cell.data;
                    lock.unlockRead(stamp);
                  },
                  () -> {
                    long stamp = lock.writeLock();
                    cell.data++;
                    whisper("writing");
                    hear("read");
                    cell.data++;
                    lock.unlockWrite(stamp);
                  });
            }),
        edge(
            "optimistic read, converted to a read lock",
            () -> {
              StampedLock lock = new StampedLock();
              Cell cell = new Cell();
              both(
                  () -> {
                    long stamp = lock.writeLock();
                    cell.data++;
                    stamp = lock.tryConvertToOptimisticRead(stamp);
                    long read = lock.tryConvertToReadLock(stamp);
                    if (read == 0) {
                      read = lock.readLock();
                    }
                    int seen = cell.data;
                    lock.unlockRead(read);
                  });
            }),
        edge(
            "optimistic read, converted to a write lock",
            () -> {
              StampedLock lock = new StampedLock();
              Cell cell = new Cell();
              both(
                  () -> {
                    long write = 0;
                    while (write == 0) {
                      write = lock.tryConvertToWriteLock(lock.tryOptimisticRead());
                    }
                    cell.data++;
                    lock.unlock(write);
                  });
            }),
        edge(
            "interruptible and tried",
            () -> {
              StampedLock lock = new StampedLock();
              Cell cell = new Cell();
              inParallel(
                  () -> {
                    long stamp = lock.writeLockInterruptibly();
                    cell.data++;
                    lock.tryUnlockWrite();
                  },
                  () -> {
                    long stamp = lock.tryReadLock(1, TimeUnit.SECONDS);
                    int seen = cell.data;
                    lock.tryUnlockRead();
                  },
                  () -> {
                    long stamp = lock.readLockInterruptibly();
                    int seen = cell.data;
                    lock.unlock(stamp);
                  });
            }));
  }

  private static Stream<Arguments> synchronisers() {
    return Stream.of(
        edge(
            "CountDownLatch.getCount",
            () -> {
              CountDownLatch latch = new CountDownLatch(1);
              handOver(latch::countDown, () -> untilTrue(() -> latch.getCount() == 0));
            }),
        edge(
            "latch of zero",
            () -> {
              CountDownLatch latch = new CountDownLatch(1);
              handOver(
                  () -> {
                    latch.countDown();
                    whisper("open");
                  },
                  () -> {
                    hear("open");
                    latch.await();
                  });
            }),
        edge(
            "Semaphore, several permits",
            () -> {
              Semaphore semaphore = new Semaphore(0, true);
              handOver(() -> semaphore.release(3), () -> semaphore.acquire(2));
            }),
        edge(
            "Semaphore, with a limit",
            () -> {
              Semaphore semaphore = new Semaphore(0);
              handOver(
                  semaphore::release,
                  () -> untilTrue(() -> semaphore.tryAcquire(1, 1, TimeUnit.SECONDS)));
            }),
        edge(
            "Semaphore, drained",
            () -> {
              Semaphore semaphore = new Semaphore(0);
              handOver(semaphore::release, () -> untilTrue(() -> semaphore.drainPermits() == 1));
            }),
        edge(
            "Phaser, forced to advance by its last party",
            () -> {
              Phaser phaser = new Phaser(2);
              handOver(phaser::arriveAndDeregister, phaser::arriveAndAwaitAdvance);
            }),
        edge(
            "Phaser, interruptible",
            () -> {
              Phaser phaser = new Phaser(1);
              handOver(phaser::arrive, () -> phaser.awaitAdvanceInterruptibly(0));
            }),
        edge(
            "Phaser, with a limit",
            () -> {
              Phaser phaser = new Phaser(1);
              handOver(
                  phaser::arrive, () -> phaser.awaitAdvanceInterruptibly(0, 9, TimeUnit.SECONDS));
            }),
        edge(
            "Phaser.onAdvance",
            () -> {
              Cell first = new Cell();
              Cell second = new Cell();
              Phaser phaser =
                  new Phaser(2) {
                    @Override
                    protected boolean onAdvance(int phase, int parties) {
                      first.data += second.data;
                      return false;
                    }
                  };
              inParallel(
                  () -> {
                    first.data++;
                    phaser.arriveAndAwaitAdvance();
                    int seen = first.data;
                  },
                  () -> {
                    second.data++;
                    phaser.arriveAndAwaitAdvance();
                    int seen = first.data;
                  });
            }),
        edge(
            "Phaser, registered later",
            () -> {
              Phaser phaser = new Phaser(1);
              Cell cell = new Cell();
              phaser.register();
              Thread worker =
                  new Thread(
                      () -> {
                        cell.data++;
                        phaser.arriveAndDeregister();
                      });
              worker.start();
              phaser.arriveAndAwaitAdvance();
              cell.data++;
              worker.join();
            }),
        edge(
            "Exchanger with a limit",
            () -> {
              Exchanger<Cell> exchanger = new Exchanger<>();
              both(
                  () -> {
                    Cell mine = new Cell();
                    mine.data++;
                    exchanger.exchange(mine, 9, TimeUnit.SECONDS).data++;
                  });
            }),
        edge(
            "barrier, with a limit",
            () -> {
              CyclicBarrier barrier = new CyclicBarrier(2);
              Cell first = new Cell();
              Cell second = new Cell();
              inParallel(
                  () -> {
                    first.data++;
                    barrier.await(9, TimeUnit.SECONDS);
                    second.data++;
                  },
                  () -> {
                    second.data++;
                    barrier.await(9, TimeUnit.SECONDS);
                    first.data++;
                  });
            }));
  }

  /* A JVM may crash on the woven code that a thread is in, which it examines only then. */
  @Test
  void garbageCollection_whileThreadsWait_breaksNothing() {
    ReentrantLock lock = new ReentrantLock();
    Condition condition = lock.newCondition();
    List<Waiting> waits =
        List.of(
            Condition::await,
            Condition::awaitUninterruptibly,
            c -> c.await(9, TimeUnit.SECONDS),
            c -> c.awaitNanos(9_000_000_000L));
    Recorded recorded =
        Recorded.run(
            getClass(),
            () -> {
              Cell cell = new Cell();
              List<Thread> threads = new ArrayList<>();
              for (Waiting wait : waits) {
                threads.add(
                    new Thread(
                        () ->
                            Programs.run(
                                () -> waitAndCount(lock, () -> wait.await(condition), cell))));
              }
              threads.forEach(Thread::start);
              untilTrue(() -> areWaiting(lock, condition, waits.size()));
              System.gc();
              lock.lock();
              condition.signalAll();
              lock.unlock();
              for (Thread thread : threads) {
                thread.join();
              }
            });
    assertThat(recorded.races()).isEmpty();
    assertThat(recorded.damaged()).isFalse();
  }

  private static void waitAndCount(Lock lock, Programs.Step wait, Cell cell) throws Exception {
    lock.lock();
    wait.run();
    cell.data++;
    lock.unlock();
  }

  private static boolean areWaiting(ReentrantLock lock, Condition condition, int threads) {
    lock.lock();
    try {
      return lock.getWaitQueueLength(condition) == threads;
    } finally {
      lock.unlock();
    }
  }

  private static void fail(Programs.Step step) throws Exception {
    try {
      step.run();
    } catch (TimeoutException | BrokenBarrierException e) {
      return;
    }
    throw new IllegalStateException("it succeeded");
  }

  /** One thread tries something too early; then another one does what it waited for. */
  private static Arguments tooEarly(String name, Programs.Step fails, Programs.Step publish) {
    return edge(
        name,
        () ->
            handOver(
                () -> {
                  hear("failed");
                  publish.run();
                  whisper("published");
                },
                () -> {
                  fails.run();
                  whisper("failed");
                  hear("published");
                }));
  }

  private static Arguments heldTooLong(String name, Lock lock, Programs.Step fails) {
    return edge(
        name,
        () ->
            handOver(
                () -> {
                  hear("waiting");
                  lock.lock();
                  lock.unlock();
                  lock.lock();
                  whisper("locked");
                  hear("failed");
                  lock.unlock();
                },
                () -> {
                  whisper("waiting");
                  hear("locked");
                  fails.run();
                  whisper("failed");
                }));
  }

  /** What a query sees, or a call that fails, is there by the state of the synchroniser. */
  private static Stream<Arguments> queries() {
    ReentrantLock lock = new ReentrantLock();
    ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
    StampedLock stamped = new StampedLock();
    CountDownLatch second = new CountDownLatch(2);
    return Stream.of(
        heldTooLong("tryLock with a limit", lock, () -> lock.tryLock(1, TimeUnit.MILLISECONDS)),
        heldTooLong(
            "tryLock of a read lock", readWrite.writeLock(), () -> readWrite.readLock().tryLock()),
        heldTooLong(
            "tryLock of a write lock",
            readWrite.writeLock(),
            () -> readWrite.writeLock().tryLock(1, TimeUnit.MILLISECONDS)),
        heldTooLong("tryWriteLock", stamped.asWriteLock(), stamped::tryWriteLock),
        heldTooLong("tryReadLock", stamped.asWriteLock(), stamped::tryReadLock),
        heldTooLong("tryOptimisticRead", stamped.asWriteLock(), stamped::tryOptimisticRead),
        heldTooLong("isLocked", lock, lock::isLocked),
        edge(
            "getCount that is not zero",
            () ->
                handOver(
                    () -> {
                      second.countDown();
                      whisper("counted");
                    },
                    () -> {
                      hear("counted");
                      second.getCount();
                    })),
        edge(
            "getArrivedParties of a later phase",
            () -> {
              Phaser phases = new Phaser(1);
              handOver(
                  () -> {
                    phases.arrive();
                    phases.arrive();
                    whisper("arrived twice");
                  },
                  () -> {
                    hear("arrived twice");
                    phases.getArrivedParties();
                  });
            }));
  }

  static Stream<Arguments> noEdges() {
    Semaphore semaphore = new Semaphore(0);
    CountDownLatch latch = new CountDownLatch(1);
    Exchanger<String> exchanger = new Exchanger<>();
    Phaser phaser = new Phaser(1);
    return Stream.of(
        tooEarly(
            "tryAcquire with a limit",
            () -> semaphore.tryAcquire(1, TimeUnit.MILLISECONDS),
            semaphore::release),
        tooEarly("getCount of a closed latch", latch::getCount, latch::countDown),
        tooEarly(
            "exchange that times out",
            () -> fail(() -> exchanger.exchange("a", 1, TimeUnit.MILLISECONDS)),
            () -> fail(() -> exchanger.exchange("b", 1, TimeUnit.MILLISECONDS))),
        tooEarly(
            "awaitAdvance that times out",
            () -> fail(() -> phaser.awaitAdvanceInterruptibly(0, 1, TimeUnit.MILLISECONDS)),
            phaser::arrive),
        edge(
            "read locks, downgraded",
            () -> {
              StampedLock both = new StampedLock();
              exclude(
                  () -> {
                    long stamp = both.readLock();
                    both.unlockRead(stamp);
                  },
                  () -> both.tryOptimisticRead());
            }),
        edge(
            "unlock of a stamped read lock, read lock",
            () -> {
              StampedLock readers = new StampedLock();
              handOver(
                  () -> {
                    readers.unlockRead(readers.readLock());
                    whisper("read");
                  },
                  () -> {
                    hear("read");
                    readers.unlockRead(readers.readLock());
                  });
            }),
        edge(
            "write under a read lock",
            () -> {
              StampedLock wrong = new StampedLock();
              Cell cell = new Cell();
              both(
                  () -> {
                    long stamp = wrong.readLock();
                    cell.data++;
                    wrong.unlock(stamp);
                  });
            }),
        edge(
            "write in an optimistic read",
            () -> {
              StampedLock wrong = new StampedLock();
              Cell cell = new Cell();
              both(
                  () -> {
                    long stamp = wrong.tryOptimisticRead();
                    cell.data++;
                    wrong.validate(stamp);
                  });
            }),
        edge(
            "optimistic read that nobody validates",
            () -> {
              StampedLock wrong = new StampedLock();
              Cell cell = new Cell();
              inParallel(
                  () -> {
                    long stamp = wrong.tryOptimisticRead();
                    int seen = cell.data;
                    whisper("read");
                  },
                  () -> {
                    hear("read");
                    long stamp = wrong.writeLock();
                    cell.data++;
                    wrong.unlockWrite(stamp);
                  });
            }));
  }
}
