package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/** Conditions of locks: each way to wait for one. */
class ConditionEdgesTest extends EdgesTestCase {
  private interface Waiting {
    void await(Condition condition) throws Exception;
  }

  static Stream<Arguments> edges() {
    return Stream.of(
            awaits("condition", ReentrantLock::new),
            awaits("condition of a write lock", () -> new ReentrantReadWriteLock().writeLock()),
            others())
        .flatMap(rows -> rows);
  }

  private static Stream<Arguments> awaits(String name, Supplier<Lock> locks) {
    return Stream.of(
        awaits(name + ": await", locks, Condition::await),
        awaits(name + ": awaitUninterruptibly", locks, Condition::awaitUninterruptibly),
        awaits(name + ": awaitNanos", locks, condition -> condition.awaitNanos(1_000_000)),
        awaits(
            name + ": await with a limit",
            locks,
            condition -> condition.await(1, TimeUnit.MILLISECONDS)),
        awaits(
            name + ": awaitUntil",
            locks,
            condition -> condition.awaitUntil(new Date(System.currentTimeMillis() + 1))));
  }

  private static Stream<Arguments> others() {
    return Stream.of(
        edge("await, held twice", () -> passByCondition(new ReentrantLock())),
        edge("timedWait without time, which keeps the monitor", ConditionEdgesTest::keepMonitor),
        edge(
            "await of a write lock's condition",
            () -> passByCondition(new ReentrantReadWriteLock().writeLock())));
  }

  private static void keepMonitor() {
    Object monitor = new Object();
    Cell cell = new Cell();
    inParallel(
        () -> {
          synchronized (monitor) {
            TimeUnit.SECONDS.timedWait(monitor, -1);
            cell.data++;
          }
          whisper("left");
        },
        () -> {
          hear("left");
          synchronized (monitor) {
            cell.data++;
          }
        });
  }

  private static Arguments awaits(String name, Supplier<Lock> locks, Waiting waiting) {
    return edge(
        name,
        () -> {
          Lock lock = locks.get();
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

  static Stream<Arguments> noEdges() {
    return Stream.of(
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
