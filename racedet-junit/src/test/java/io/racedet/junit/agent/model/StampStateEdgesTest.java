package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.StampedLock;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What the state of a stamped lock tells those that do not get it. */
class StampStateEdgesTest extends EdgesTestCase {
  /** The stamps of optimistic reads of a new lock, and of one that was written under once. */
  private static final long FIRST = new StampedLock().tryOptimisticRead();

  private static final long SECOND = second();

  private static long second() {
    StampedLock lock = new StampedLock();
    lock.unlockWrite(lock.writeLock());
    return lock.tryOptimisticRead();
  }

  private interface Use {
    void of(StampedLock lock) throws Exception;
  }

  private interface Look {
    boolean at(StampedLock lock);
  }

  private static final Map<String, Use> WRITES =
      Map.of(
          "writeLock", StampedLock::writeLock,
          "tryConvertToWriteLock", lock -> check(lock.tryConvertToWriteLock(FIRST) != 0),
          "tryConvertToWriteLock of a read lock",
              lock -> check(lock.tryConvertToWriteLock(lock.readLock()) != 0));
  private static final Map<String, Use> READS =
      Map.of(
          "readLock", StampedLock::readLock,
          "tryConvertToReadLock", lock -> check(lock.tryConvertToReadLock(FIRST) != 0),
          "tryConvertToReadLock of a write lock",
              lock -> check(lock.tryConvertToReadLock(lock.writeLock()) != 0));
  private static final Map<String, Look> OF_WRITERS =
      Map.of(
          "isWriteLocked", StampedLock::isWriteLocked,
          "toString", lock -> lock.toString().contains("Write-locked"),
          "tryConvertToWriteLock", lock -> lock.tryConvertToWriteLock(FIRST) == 0,
          "tryConvertToReadLock", lock -> lock.tryConvertToReadLock(FIRST) == 0,
          "tryConvertToOptimisticRead", lock -> lock.tryConvertToOptimisticRead(FIRST) == 0,
          "validate", lock -> !lock.validate(FIRST));
  private static final Map<String, Look> OF_READERS =
      Map.of(
          "isReadLocked", StampedLock::isReadLocked,
          "getReadLockCount", lock -> lock.getReadLockCount() == 1,
          "toString", lock -> lock.toString().contains("Read-locks:1"),
          "tryConvertToWriteLock", lock -> lock.tryConvertToWriteLock(FIRST) == 0);

  private static Stream<Arguments> seen(Map<String, Use> takes, Map<String, Look> looks) {
    return new TreeMap<>(takes)
        .entrySet().stream()
            .flatMap(
                take ->
                    new TreeMap<>(looks)
                        .entrySet().stream()
                            .map(look -> seen(take.getKey(), take.getValue(), look)));
  }

  private static Arguments seen(String name, Use take, Map.Entry<String, Look> look) {
    return edge(
        name + ", " + look.getKey(),
        () -> {
          StampedLock lock = new StampedLock();
          inTurn(() -> take.of(lock), () -> check(look.getValue().at(lock)));
        });
  }

  /** One thread writes under the lock, and another one sees that the lock is free. */
  private static Stream<Arguments> freed() {
    List<Map.Entry<String, Look>> looks =
        List.of(
            Map.entry("not isWriteLocked", lock -> !lock.isWriteLocked()),
            Map.entry("not isReadLocked", lock -> !lock.isReadLocked()),
            Map.entry("no getReadLockCount", lock -> lock.getReadLockCount() == 0),
            Map.entry("free by toString", lock -> lock.toString().contains("Unlocked")),
            Map.entry("validate", lock -> !lock.validate(FIRST)),
            Map.entry("tryConvertToReadLock", lock -> lock.tryConvertToReadLock(FIRST) == 0));
    return Stream.concat(
        looks.stream().map(look -> edge("freed: " + look.getKey(), () -> free(look.getValue()))),
        Stream.of(
            edge(
                "freed by a reader: not isReadLocked",
                () -> free(StampedLock::readLock, lock -> !lock.isReadLocked()))));
  }

  private static void free(Look look) {
    free(StampedLock::writeLock, look);
  }

  private static void free(ToLongFunction<StampedLock> take, Look look) {
    StampedLock lock = new StampedLock();
    Cell cell = new Cell();
    inParallel(
        () -> {
          long stamp = take.applyAsLong(lock);
          cell.data = 1;
          lock.unlock(stamp);
          whisper("freed");
          hear("looked");
        },
        () -> {
          hear("freed");
          check(look.at(lock));
          cell.data++;
          whisper("looked");
        });
  }

  /** A stamp that its thread has not got from the lock: the state has told it. */
  private static Stream<Arguments> guessed() {
    List<Map.Entry<String, Use>> uses =
        List.of(
            Map.entry("to a write lock", l -> check(l.tryConvertToWriteLock(SECOND) != 0)),
            Map.entry("to a read lock", l -> check(l.tryConvertToReadLock(SECOND) != 0)));
    return Stream.concat(
        uses.stream()
            .map(
                use ->
                    edge(
                        "guessed stamp, converted " + use.getKey(),
                        () -> free(lock -> isDone(use.getValue(), lock)))),
        Stream.of(edge("guessed stamp, converted to itself", StampStateEdgesTest::readAsGuessed)));
  }

  private static boolean isDone(Use use, StampedLock lock) {
    Programs.run(() -> use.of(lock));
    return true;
  }

  private static void readAsGuessed() {
    StampedLock lock = new StampedLock();
    Cell cell = new Cell();
    inParallel(
        () -> {
          long stamp = lock.writeLock();
          cell.data = 1;
          lock.unlockWrite(stamp);
          whisper("freed");
          hear("read");
        },
        () -> {
          hear("freed");
          long stamp = lock.tryConvertToOptimisticRead(SECOND);
          int seen = cell.data;
          check(lock.validate(stamp));
          whisper("read");
        });
  }

  /** Reads count if their stamp is found good later, and are void if it is not. */
  private static Stream<Arguments> optimistic() {
    Use begin = StampedLock::tryOptimisticRead;
    return Stream.of(
        readVoid("validate", begin, lock -> lock.validate(FIRST)),
        readVoid("tryConvertToWriteLock", begin, lock -> lock.tryConvertToWriteLock(FIRST) != 0),
        readVoid("tryConvertToReadLock", begin, lock -> lock.tryConvertToReadLock(FIRST) != 0),
        readVoid(
            "tryConvertToOptimisticRead",
            begin,
            lock -> lock.tryConvertToOptimisticRead(FIRST) != 0),
        readVoid(
            "validate, of what was a write lock",
            lock -> check(lock.tryConvertToOptimisticRead(lock.writeLock()) == SECOND),
            lock -> lock.validate(SECOND)),
        readVoid(
            "validate, which was true before",
            lock -> check(lock.validate(lock.tryOptimisticRead())),
            lock -> lock.validate(FIRST)),
        readVoid(
            "validate, of a stamp that could not be converted",
            lock -> check(lock.tryConvertToOptimisticRead(SECOND) == 0),
            lock -> lock.validate(0)),
        edge(
            "reads before a conversion of a stamp to itself",
            () -> {
              StampedLock lock = new StampedLock();
              Cell cell = new Cell();
              inParallel(
                  () -> {
                    check(lock.tryOptimisticRead() == FIRST);
                    int seen = cell.data;
                    check(lock.tryConvertToOptimisticRead(FIRST) == FIRST);
                    whisper("read");
                  },
                  () -> {
                    hear("read");
                    write(lock, cell);
                  });
            }));
  }

  private static void write(StampedLock lock, Cell cell) {
    long stamp = lock.writeLock();
    cell.data++;
    lock.unlockWrite(stamp);
  }

  private static Arguments readVoid(String name, Use begin, Look isGood) {
    return edgeUnlessAlone(
        "reads that are void by " + name,
        () -> {
          StampedLock lock = new StampedLock();
          Cell cell = new Cell();
          inParallel(
              () -> {
                begin.of(lock);
                whisper("begun");
                hear("written");
                int seen = cell.data;
                check(!isGood.at(lock));
              },
              () -> {
                hear("begun");
                write(lock, cell);
                whisper("written");
              });
        });
  }

  static Stream<Arguments> edges() {
    return Stream.of(
            seen(WRITES, OF_WRITERS), seen(READS, OF_READERS), freed(), guessed(), optimistic())
        .flatMap(rows -> rows);
  }

  static Stream<Arguments> noEdges() {
    return Stream.concat(failed(), converted());
  }

  /** Reads count if their stamp was good, which keeps no writer away that has no lock. */
  private static Stream<Arguments> converted() {
    List<Map.Entry<String, Look>> conversions =
        List.of(
            Map.entry("tryConvertToWriteLock", l -> l.tryConvertToWriteLock(FIRST) != 0),
            Map.entry("tryConvertToReadLock", l -> l.tryConvertToReadLock(FIRST) != 0));
    return conversions.stream()
        .map(
            conversion ->
                edge(
                    "reads before " + conversion.getKey(),
                    () -> {
                      StampedLock lock = new StampedLock();
                      Cell cell = new Cell();
                      inParallel(
                          () -> {
                            lock.tryOptimisticRead();
                            int seen = cell.data;
                            check(conversion.getValue().at(lock));
                            whisper("read");
                          },
                          () -> {
                            hear("read");
                            cell.data++;
                          });
                    }));
  }

  /** What one thread does with a lock that was written under, and then another one. */
  private static Arguments inVain(String name, Look first, Look second) {
    return edge(
        name,
        () -> {
          StampedLock lock = new StampedLock();
          lock.unlockWrite(lock.writeLock());
          inTurn(() -> check(first.at(lock)), () -> check(second.at(lock)));
        });
  }

  /** A validated read changes nothing that those could see who cannot write. */
  private static Arguments readWhileHeld(String name, Look fails) {
    return edge(
        "validated read, " + name + " that fails",
        () -> {
          StampedLock lock = new StampedLock();
          lock.readLock();
          inTurn(() -> check(lock.validate(lock.tryOptimisticRead())), () -> check(fails.at(lock)));
        });
  }

  /** A call that changes nothing tells others nothing, and one that fails sees no valid reads. */
  private static Stream<Arguments> failed() {
    Look writes = lock -> lock.writeLock() != 0;
    return Stream.of(
        inVain("tryUnlockWrite of no lock, writeLock", lock -> !lock.tryUnlockWrite(), writes),
        inVain("tryUnlockRead of no lock, writeLock", lock -> !lock.tryUnlockRead(), writes),
        inVain(
            "tryConvertToOptimisticRead that fails, writeLock",
            lock -> lock.tryConvertToOptimisticRead(FIRST) == 0,
            writes),
        inVain(
            "conversion that fails, isWriteLocked",
            lock -> lock.tryConvertToWriteLock(FIRST) == 0,
            lock -> !lock.isWriteLocked()),
        readWhileHeld("tryWriteLock", lock -> lock.tryWriteLock() == 0),
        readWhileHeld("tryConvertToWriteLock", lock -> lock.tryConvertToWriteLock(FIRST) == 0));
  }
}
