package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.both;
import static io.racedet.junit.agent.model.Programs.exclude;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.concurrent.locks.StampedLock;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Optimistic reads of a stamped lock: valid ones, failed ones and those that become a lock. */
class OptimisticReadEdgesTest extends EdgesTestCase {
  static Stream<Arguments> edges() {
    return Stream.of(
        edge("validated optimistic read", () -> readOptimistically(new StampedLock())),
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
            }));
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

  static Stream<Arguments> noEdges() {
    return Stream.of(
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
