package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.both;
import static io.racedet.junit.agent.model.Programs.exclude;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Step;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Locks: the sections that they keep apart, the ways to call them, and what failures show. */
class LockEdgesTest extends EdgesTestCase {
  static Stream<Arguments> edges() throws ReflectiveOperationException {
    return Stream.of(locks(), calls(), readWrite(), failures()).flatMap(all -> all);
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
        edge("own synchroniser", () -> exclude(() -> mutex.acquire(1), () -> mutex.release(1))),
        edge(
            "own synchroniser, tried",
            () -> exclude(() -> untilTrue(() -> mutex.tryAcquire(1)), () -> mutex.release(1))));
  }

  /** The example of the class comment of AbstractQueuedSynchronizer. */
  private static final class Mutex extends AbstractQueuedSynchronizer {
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

  private static Arguments heldTooLong(String name, Lock lock, Step fails) {
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

  /** A call that fails does so by the state of the lock. */
  private static Stream<Arguments> failures() {
    ReentrantLock lock = new ReentrantLock();
    ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
    StampedLock stamped = new StampedLock();
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
        heldTooLong("isLocked", lock, lock::isLocked));
  }

  static Stream<Arguments> noEdges() {
    ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
    StampedLock stamped = new StampedLock();
    return Stream.of(
        edge(
            "read lock against read lock",
            () -> exclude(readWrite.readLock()::lock, readWrite.readLock()::unlock)),
        edge(
            "read lock against read lock, stamped",
            () -> exclude(stamped.asReadLock()::lock, stamped.asReadLock()::unlock)));
  }
}
