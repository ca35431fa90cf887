package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.exclude;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Source;
import io.racedet.junit.agent.model.Programs.Step;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Each method of a lock, at once and after a wait, with success and without. */
class LockMethodEdgesTest extends EdgesTestCase {
  /** A way to take a lock. */
  private interface Taking {
    boolean take(Lock lock) throws Exception;
  }

  private static final Taking LOCK =
      lock -> {
        lock.lock();
        return true;
      };
  private static final Taking INTERRUPTIBLY =
      lock -> {
        lock.lockInterruptibly();
        return true;
      };
  private static final Taking WITH_A_LIMIT = lock -> lock.tryLock(10, TimeUnit.SECONDS);

  /** Takes a lock after another thread, without a wait. */
  private static Arguments after(String name, Lock first, Lock second, Taking taking) {
    return edge(
        name,
        () ->
            handOver(
                () -> {
                  first.lock();
                  first.unlock();
                  whisper("free");
                },
                () -> {
                  hear("free");
                  untilTrue(() -> taking.take(second));
                  second.unlock();
                }));
  }

  /** Waits for a lock while another thread has it. */
  private static Arguments waits(
      String name, Lock first, Lock second, Source<Boolean> isAwaited, Taking taking) {
    return edge(
        name + ", which waits",
        () -> {
          Cell cell = new Cell();
          inParallel(
              () -> {
                first.lock();
                whisper("taken");
                untilTrue(isAwaited);
                cell.data++;
                first.unlock();
              },
              () -> {
                hear("taken");
                untilTrue(() -> taking.take(second));
                cell.data++;
                second.unlock();
              });
        });
  }

  static Stream<Arguments> edges() {
    return Stream.of(takes(), unlocks()).flatMap(rows -> rows);
  }

  private static Stream<Arguments> takes() {
    ReentrantLock lock = new ReentrantLock();
    ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    Lock read = both.readLock();
    Lock write = both.writeLock();
    Source<Boolean> isAwaited = lock::hasQueuedThreads;
    Source<Boolean> areAwaited = both::hasQueuedThreads;
    return Stream.of(
        after("lock", lock, lock, LOCK),
        after("lockInterruptibly", lock, lock, INTERRUPTIBLY),
        after("tryLock", lock, lock, Lock::tryLock),
        after("tryLock with a limit", lock, lock, WITH_A_LIMIT),
        after("write lock", write, write, LOCK),
        after("write lockInterruptibly", write, write, INTERRUPTIBLY),
        after("write tryLock", write, write, Lock::tryLock),
        after("write tryLock with a limit", write, write, WITH_A_LIMIT),
        after("read lock", write, read, LOCK),
        after("read lockInterruptibly", write, read, INTERRUPTIBLY),
        after("read tryLock", write, read, Lock::tryLock),
        after("read tryLock with a limit", write, read, WITH_A_LIMIT),
        after("write lock after readers", read, write, LOCK),
        waits("lock", lock, lock, isAwaited, LOCK),
        waits("lockInterruptibly", lock, lock, isAwaited, INTERRUPTIBLY),
        waits("tryLock with a limit", lock, lock, isAwaited, WITH_A_LIMIT),
        waits("write lock", write, write, areAwaited, LOCK),
        waits("write lockInterruptibly", write, write, areAwaited, INTERRUPTIBLY),
        waits("write tryLock with a limit", write, write, areAwaited, WITH_A_LIMIT),
        waits("read lock", write, read, areAwaited, LOCK),
        waits("read lockInterruptibly", write, read, areAwaited, INTERRUPTIBLY),
        waits("read tryLock with a limit", write, read, areAwaited, WITH_A_LIMIT),
        waits("write lock after readers", read, write, areAwaited, LOCK));
  }

  /** An unlock by a thread that does not have the lock fails, and has no effect. */
  private static Arguments notTheOwner(String name, Lock lock) {
    return edge(
        name,
        () -> {
          Step unlock =
              () -> {
                try {
                  lock.unlock();
                } catch (IllegalMonitorStateException wanted) {
                  return;
                }
                throw new IllegalStateException("unlocked");
              };
          exclude(
              () -> {
                unlock.run();
                lock.lock();
              },
              lock::unlock);
        });
  }

  private static Stream<Arguments> unlocks() {
    ReentrantLock lock = new ReentrantLock();
    ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    return Stream.of(
        notTheOwner("unlock of a free lock", lock),
        notTheOwner("unlock of a free write lock", both.writeLock()),
        edge(
            "unlock of a free read lock",
            () ->
                exclude(
                    () -> {
                      try {
                        both.readLock().unlock();
                      } catch (IllegalMonitorStateException wanted) {
                        both.writeLock().lock();
                      }
                    },
                    both.writeLock()::unlock)),
        edge(
            "unlock of what is locked twice",
            () ->
                exclude(
                    () -> {
                      lock.lock();
                      lock.lock();
                      lock.unlock();
                    },
                    lock::unlock)));
  }

  static Stream<Arguments> noEdges() {
    ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    return Stream.of(
        edge("read locks", () -> exclude(both.readLock()::lock, both.readLock()::unlock)),
        edge(
            "read lock after readers",
            () ->
                handOver(
                    () -> {
                      both.readLock().lock();
                      both.readLock().unlock();
                      whisper("read");
                    },
                    () -> {
                      hear("read");
                      both.readLock().lock();
                      both.readLock().unlock();
                    })));
  }
}
