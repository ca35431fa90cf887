package io.racedet.junit.truth.program;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;

/** Calls of a stamped lock with its conversions. */
final class Stamps implements Family {
  private final int lock;

  Stamps(Draft draft) {
    lock = draft.object("StampedLock", StampedLock::new);
  }

  @Override
  public Action next(Draft draft) {
    return switch (draft.below(9)) {
      case 0, 1 -> locked(draft, "writeLock", StampedLock::writeLock);
      case 2 -> locked(draft, "readLock", StampedLock::readLock);
      case 3 -> locked(draft, "tryWriteLock", StampedLock::tryWriteLock);
      case 4 -> locked(draft, "tryReadLock", StampedLock::tryReadLock);
      case 5 -> locked(draft, "timed tryWriteLock", l -> l.tryWriteLock(1, TimeUnit.MILLISECONDS));
      case 6 -> locked(draft, "read to write", Stamps::upgraded);
      case 7 -> locked(draft, "write to read", l -> l.tryConvertToReadLock(l.writeLock()));
      default ->
          locked(draft, "optimistic to write", l -> l.tryConvertToWriteLock(l.tryOptimisticRead()));
    };
  }

  private static long upgraded(StampedLock lock) {
    long stamp = lock.tryReadLock();
    if (stamp == 0) {
      return 0;
    }
    long upgraded = lock.tryConvertToWriteLock(stamp);
    if (upgraded == 0) {
      lock.unlockRead(stamp);
    }
    return upgraded;
  }

  /** How to lock. */
  private interface Locking {
    long of(StampedLock lock) throws InterruptedException;
  }

  private Action locked(Draft draft, String text, Locking locking) {
    boolean reads = text.endsWith("eadLock") || text.endsWith("to read");
    int step = draft.step((reads ? "reading in " : "inside ") + text);
    return new Action(
        text + '(' + step + "), unlock",
        s -> {
          StampedLock taken = s.world.get(lock);
          long stamp = locking.of(taken);
          if (stamp == 0) {
            return 0;
          }
          s.touch(step);
          taken.unlock(stamp);
          return 1;
        });
  }
}
