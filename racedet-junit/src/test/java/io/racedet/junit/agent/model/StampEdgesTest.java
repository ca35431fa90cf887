package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.both;
import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.exclude;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Stamped locks: each way to take one, to convert a stamp and to give it back. */
class StampEdgesTest extends EdgesTestCase {
  /** Takes or converts; the result is 0 if that fails. */
  private interface Taking {
    long take(StampedLock lock) throws Exception;
  }

  private interface Giving {
    void give(StampedLock lock, long stamp) throws Exception;
  }

  private static long taken(long stamp) {
    check(stamp != 0);
    return stamp;
  }

  /** One thread takes and gives back, then another one does. */
  private static void inTurn(Taking first, Giving given, Taking second, Giving back) {
    StampedLock lock = new StampedLock();
    handOver(
        () -> {
          given.give(lock, taken(first.take(lock)));
          whisper("given");
        },
        () -> {
          hear("given");
          back.give(lock, taken(second.take(lock)));
        });
  }

  private static final Taking WRITE = StampedLock::writeLock;
  private static final Taking READ = StampedLock::readLock;
  private static final Giving UNLOCK_WRITE = StampedLock::unlockWrite;
  private static final Giving UNLOCK_READ = StampedLock::unlockRead;

  private static Arguments writes(String name, Taking taking) {
    return edge(name, () -> inTurn(WRITE, UNLOCK_WRITE, taking, StampedLock::unlock));
  }

  private static Arguments writesAfterReaders(String name, Taking taking) {
    return edge(
        name + ", after readers", () -> inTurn(READ, UNLOCK_READ, taking, StampedLock::unlock));
  }

  private static Arguments gives(String name, Taking taking, Giving giving) {
    return edge(name, () -> inTurn(taking, giving, WRITE, UNLOCK_WRITE));
  }

  static Stream<Arguments> edges() {
    return Stream.of(takes(), conversions(), gives(), sections()).flatMap(rows -> rows);
  }

  private static Stream<Arguments> takes() {
    return Stream.of(
        writes("writeLock", WRITE),
        writes("writeLockInterruptibly", StampedLock::writeLockInterruptibly),
        writes("tryWriteLock", StampedLock::tryWriteLock),
        writes("tryWriteLock with a limit", lock -> lock.tryWriteLock(1, TimeUnit.SECONDS)),
        writes("readLock", READ),
        writes("readLockInterruptibly", StampedLock::readLockInterruptibly),
        writes("tryReadLock", StampedLock::tryReadLock),
        writes("tryReadLock with a limit", lock -> lock.tryReadLock(1, TimeUnit.SECONDS)),
        edge(
            "tryOptimisticRead",
            () ->
                inTurn(
                    WRITE,
                    UNLOCK_WRITE,
                    StampedLock::tryOptimisticRead,
                    (lock, stamp) -> check(lock.validate(stamp)))),
        writesAfterReaders("writeLock", WRITE),
        writesAfterReaders("writeLockInterruptibly", StampedLock::writeLockInterruptibly),
        writesAfterReaders("tryWriteLock", StampedLock::tryWriteLock),
        writesAfterReaders(
            "tryWriteLock with a limit", lock -> lock.tryWriteLock(1, TimeUnit.SECONDS)));
  }

  private static Stream<Arguments> conversions() {
    Taking optimistic = StampedLock::tryOptimisticRead;
    Function<Taking, Taking> toWrite =
        taking -> lock -> lock.tryConvertToWriteLock(taking.take(lock));
    Function<Taking, Taking> toRead =
        taking -> lock -> lock.tryConvertToReadLock(taking.take(lock));
    Giving toOptimistic = (lock, stamp) -> taken(lock.tryConvertToOptimisticRead(stamp));
    return Stream.of(
        writes("optimistic, converted to write", toWrite.apply(optimistic)),
        writes("read, converted to write", toWrite.apply(READ)),
        writes("write, converted to write", toWrite.apply(WRITE)),
        writes("optimistic, converted to read", toRead.apply(optimistic)),
        writes("read, converted to read", toRead.apply(READ)),
        writesAfterReaders("optimistic, converted to write", toWrite.apply(optimistic)),
        writesAfterReaders("read, converted to write", toWrite.apply(READ)),
        gives("write, converted to optimistic", WRITE, toOptimistic),
        gives("read, converted to optimistic", READ, toOptimistic),
        edge(
            "write, converted to optimistic, read",
            () -> inTurn(WRITE, toOptimistic, READ, UNLOCK_READ)),
        edge(
            "write, converted to read",
            () -> inTurn(WRITE, StampedLock::tryConvertToReadLock, READ, UNLOCK_READ)),
        edge(
            "optimistic, converted to a valid stamp",
            () ->
                inTurn(
                    WRITE,
                    UNLOCK_WRITE,
                    lock -> lock.tryConvertToOptimisticRead(lock.tryOptimisticRead()),
                    (lock, stamp) -> check(lock.validate(stamp)))));
  }

  private static Stream<Arguments> gives() {
    Giving tryUnlockWrite = (lock, stamp) -> check(lock.tryUnlockWrite());
    Giving tryUnlockRead = (lock, stamp) -> check(lock.tryUnlockRead());
    Giving viewUnlockWrite = (lock, stamp) -> lock.asWriteLock().unlock();
    Giving viewUnlockRead = (lock, stamp) -> lock.asReadLock().unlock();
    return Stream.of(
        gives("unlockWrite", WRITE, UNLOCK_WRITE),
        gives("unlock of a write lock", WRITE, StampedLock::unlock),
        gives("tryUnlockWrite", WRITE, tryUnlockWrite),
        gives("unlock of the view of writers", WRITE, viewUnlockWrite),
        gives("unlockRead", READ, UNLOCK_READ),
        gives("unlock of a read lock", READ, StampedLock::unlock),
        gives("tryUnlockRead", READ, tryUnlockRead),
        gives("unlock of the view of readers", READ, viewUnlockRead));
  }

  /** Sections of two threads, in either order; each may wait. */
  private static Stream<Arguments> sections() {
    StampedLock lock = new StampedLock();
    return Stream.of(
        edge("stamps", () -> writeWithStamps(lock)),
        edge("converted stamps", () -> convertStamps(lock)),
        edge("tryReadLock that waits", StampEdgesTest::waitToRead),
        edge(
            "interruptible and tried",
            () -> {
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
            }),
        edge(
            "write locks",
            () -> exclude(lock.asWriteLock()::lock, () -> check(lock.tryUnlockWrite()))),
        edge(
            "write locks, interruptible",
            () -> exclude(lock.asWriteLock()::lockInterruptibly, lock.asWriteLock()::unlock)),
        edge(
            "write locks, tried",
            () ->
                exclude(
                    () -> untilTrue(() -> lock.tryWriteLock() != 0), lock.asWriteLock()::unlock)),
        edge(
            "write locks, tried with a limit",
            () ->
                exclude(
                    () -> untilTrue(() -> lock.tryWriteLock(1, TimeUnit.SECONDS) != 0),
                    lock.asWriteLock()::unlock)),
        edge(
            "write locks, converted",
            () ->
                exclude(
                    () ->
                        untilTrue(() -> lock.tryConvertToWriteLock(lock.tryOptimisticRead()) != 0),
                    lock.asWriteLock()::unlock)));
  }

  private static void waitToRead() throws Exception {
    StampedLock lock = new StampedLock();
    Cell cell = new Cell();
    long stamp = lock.writeLock();
    Thread reader =
        new Thread(
            () -> {
              taken(Programs.get(() -> lock.tryReadLock(10, TimeUnit.SECONDS)));
              cell.data++;
            });
    reader.start();
    untilTrue(() -> reader.getState() == Thread.State.TIMED_WAITING);
    cell.data++;
    lock.unlockWrite(stamp);
    reader.join();
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

  /**
   * What one thread does with a lock that another one has: it may see what that did before it took
   * the lock, but not what it does then.
   */
  private static Arguments fails(String name, Taking holding, Taking fails) {
    return edge(
        name,
        () -> {
          StampedLock lock = new StampedLock();
          Cell cell = new Cell();
          inParallel(
              () -> {
                UNLOCK_WRITE.give(lock, WRITE.take(lock));
                long stamp = holding.take(lock);
                cell.data++;
                whisper("held");
                hear("failed");
                lock.unlock(stamp);
              },
              () -> {
                hear("held");
                if (fails.take(lock) != 0) {
                  throw new IllegalStateException("taken");
                }
                cell.data++;
                whisper("failed");
              });
        });
  }

  static Stream<Arguments> noEdges() {
    StampedLock lock = new StampedLock();
    return Stream.of(
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
        fails("tryWriteLock", WRITE, StampedLock::tryWriteLock),
        fails("tryReadLock", WRITE, StampedLock::tryReadLock),
        fails("tryOptimisticRead", WRITE, StampedLock::tryOptimisticRead),
        fails("tryUnlockWrite of no lock", READ, held -> held.tryUnlockWrite() ? 1 : 0),
        fails("tryUnlockRead of no lock", WRITE, held -> held.tryUnlockRead() ? 1 : 0),
        fails("tryConvertToWriteLock", WRITE, held -> held.tryConvertToWriteLock(256)),
        fails("tryConvertToReadLock", WRITE, held -> held.tryConvertToReadLock(256)),
        fails("tryConvertToOptimisticRead", WRITE, held -> held.tryConvertToOptimisticRead(256)),
        edge(
            "readers",
            () ->
                handOver(
                    () -> {
                      lock.unlockRead(lock.readLock());
                      whisper("read");
                    },
                    () -> {
                      hear("read");
                      lock.unlockRead(lock.readLock());
                    })),
        edge(
            "readers, converted",
            () ->
                handOver(
                    () -> {
                      lock.tryConvertToOptimisticRead(lock.readLock());
                      whisper("read");
                    },
                    () -> {
                      hear("read");
                      lock.unlockRead(lock.tryConvertToReadLock(lock.tryOptimisticRead()));
                    })));
  }
}
