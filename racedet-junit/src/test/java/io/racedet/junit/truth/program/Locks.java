package io.racedet.junit.truth.program;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Calls of a lock, its conditions and its queries. */
final class Locks implements Family {
  private final int lock;
  private final int condition;
  private final boolean readWrite;

  Locks(Draft draft) {
    readWrite = draft.below(2) == 0;
    boolean fair = draft.below(2) == 0;
    if (readWrite) {
      lock = draft.object("ReentrantReadWriteLock", () -> new ReentrantReadWriteLock(fair));
    } else {
      lock = draft.object("ReentrantLock", () -> new ReentrantLock(fair));
    }
    condition = draft.object("its condition", () -> new Condition[1]);
  }

  private Lock lock(World world) {
    return readWrite
        ? world.<ReentrantReadWriteLock>get(lock).writeLock()
        : world.<ReentrantLock>get(lock);
  }

  private Lock readLock(World world) {
    return readWrite ? world.<ReentrantReadWriteLock>get(lock).readLock() : lock(world);
  }

  @Override
  public Action next(Draft draft) {
    return switch (draft.below(10)) {
      case 0, 1 -> locked(draft, "lock", this::lock, Lock::lock);
      case 2 -> locked(draft, "lockInterruptibly", this::lock, Lock::lockInterruptibly);
      case 3, 4 -> tryLock(draft, "tryLock", this::lock);
      case 5 -> tryLock(draft, "tryReadLock", this::readLock);
      case 6 -> locked(draft, "readLock", this::readLock, Lock::lock);
      case 7 -> downgrade(draft);
      case 8 -> await(draft);
      default -> query(draft);
    };
  }

  /* Holders of read locks do not exclude each other. */
  private static String inside(String text) {
    return (text.contains("ead") ? "reading in " : "inside ") + text;
  }

  /** One of the locks. */
  private interface Side {
    Lock of(World world);
  }

  /** How to lock. */
  private interface Locking {
    void of(Lock lock) throws InterruptedException;
  }

  private Action locked(Draft draft, String text, Side side, Locking locking) {
    int step = draft.step(Locks.inside(text));
    return new Action(
        text + '(' + step + "), unlock",
        s -> {
          Lock taken = side.of(s.world);
          locking.of(taken);
          s.touch(step);
          taken.unlock();
          return 1;
        });
  }

  private Action tryLock(Draft draft, String text, Side side) {
    int step = draft.step(Locks.inside(text));
    boolean timed = draft.below(2) == 0;
    return new Action(
        (timed ? "timed " : "") + text + '(' + step + "), unlock",
        s -> {
          Lock taken = side.of(s.world);
          if (timed ? taken.tryLock(1, TimeUnit.MILLISECONDS) : taken.tryLock()) {
            s.touch(step);
            taken.unlock();
            return 1;
          }
          return 0;
        });
  }

  private Action downgrade(Draft draft) {
    int written = draft.step("inside lock before downgrade");
    int read = draft.step(inside("readLock after lock"));
    return new Action(
        "lock(" + written + "), readLock, unlock, (" + read + "), readUnlock",
        s -> {
          lock(s.world).lock();
          s.touch(written);
          readLock(s.world).lock();
          lock(s.world).unlock();
          s.touch(read);
          readLock(s.world).unlock();
          return 1;
        });
  }

  private Action await(Draft draft) {
    int before = draft.step("inside lock before await");
    int after = draft.step("inside lock after await");
    boolean signals = draft.below(2) == 0;
    return new Action(
        "lock(" + before + "), " + (signals ? "signalAll" : "await") + ", (" + after + "), unlock",
        s -> {
          lock(s.world).lock();
          try {
            s.touch(before);
            Condition[] shared = s.world.get(condition);
            if (shared[0] == null) {
              shared[0] = lock(s.world).newCondition();
            }
            boolean signalled = true;
            if (signals) {
              shared[0].signalAll();
            } else {
              signalled = shared[0].await(2, TimeUnit.MILLISECONDS);
            }
            s.learn(after, signalled ? 1 : 0);
            s.touch(after);
            return 1;
          } finally {
            lock(s.world).unlock();
          }
        });
  }

  private Action query(Draft draft) {
    if (readWrite) {
      return draft.below(2) == 0
          ? new Action(
              "isWriteLocked",
              s -> s.world.<ReentrantReadWriteLock>get(lock).isWriteLocked() ? 1 : 0)
          : new Action(
              "getReadLockCount",
              s -> s.world.<ReentrantReadWriteLock>get(lock).getReadLockCount());
    }
    return draft.below(2) == 0
        ? new Action("isLocked", s -> s.world.<ReentrantLock>get(lock).isLocked() ? 1 : 0)
        : new Action(
            "hasQueuedThreads", s -> s.world.<ReentrantLock>get(lock).hasQueuedThreads() ? 1 : 0);
  }
}
