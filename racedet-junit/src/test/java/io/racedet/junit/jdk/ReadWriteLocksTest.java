package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Locks with several modes exclude sections, and order them. */
@RaceFree
class ReadWriteLocksTest extends JdkPrograms {

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void writeLock_downgraded_publishes() throws Exception {
    ReentrantReadWriteLock l = new ReentrantReadWriteLock();
    Cell c = new Cell();
    Step w =
        () -> {
          for (int i = 0; i < 3; i++) {
            l.writeLock().lock();
            try {
              c.add();
              l.readLock().lock();
            } finally {
              l.writeLock().unlock();
            }
            try {
              c.get();
            } finally {
              l.readLock().unlock();
            }
          }
        };
    Step r =
        () -> {
          for (int i = 0; i < 3; i++) {
            l.readLock().lock();
            try {
              l.readLock().lock();
              try {
                c.get();
              } finally {
                l.readLock().unlock();
              }
              c.get();
            } finally {
              l.readLock().unlock();
            }
          }
        };
    inParallel(w, r, w, r);
  }

  @Test
  @Tag(PROMISED)
  void readWriteLock_conditionAndTryLocks_exclude() throws Exception {
    ReentrantReadWriteLock l = new ReentrantReadWriteLock(true);
    Condition k = l.writeLock().newCondition();
    Cell c = new Cell();
    inParallel(
        () -> {
          l.writeLock().lock();
          try {
            while (c.get() < 1) {
              k.await();
            }
            c.add();
          } finally {
            l.writeLock().unlock();
          }
        },
        () -> {
          while (!l.writeLock().tryLock(1, TimeUnit.MICROSECONDS)) {}
          try {
            c.add();
            k.signal();
          } finally {
            l.writeLock().unlock();
          }
        },
        () -> {
          for (int i = 0; i < 3; i++) {
            if (l.readLock().tryLock()) {
              try {
                c.get();
              } finally {
                l.readLock().unlock();
              }
            }
          }
        },
        () -> {
          while (!l.readLock().tryLock(1, TimeUnit.MICROSECONDS)) {}
          try {
            c.get();
          } finally {
            l.readLock().unlock();
          }
        });
  }

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void stampedLock_optimisticReadUpgraded_excludes() throws Exception {
    StampedLock l = new StampedLock();
    Cell c = new Cell();
    Step b =
        () -> {
          for (int i = 0; i < 2; i++) {
            long s = l.tryOptimisticRead();
            try {
              for (; ; s = l.writeLock()) {
                if (s == 0) {
                  continue;
                }
                int v = c.get();
                if (!l.validate(s)) {
                  continue;
                }
                s = l.tryConvertToWriteLock(s);
                if (s == 0) {
                  continue;
                }
                c.add();
                break;
              }
            } finally {
              if (StampedLock.isWriteLockStamp(s)) {
                l.unlockWrite(s);
              }
            }
          }
        };
    inParallel(b, b, b);
  }

  @Test
  @Tag(PROMISED)
  void stampedLock_downgradesAndViews_exclude() throws Exception {
    StampedLock l = new StampedLock();
    Cell c = new Cell();
    Lock wl = l.asWriteLock();
    Lock rl = l.asReadLock();
    ReadWriteLock rw = l.asReadWriteLock();
    Step d =
        () -> {
          long s = l.writeLock();
          c.add();
          s = l.tryConvertToReadLock(s);
          c.get();
          s = l.tryConvertToOptimisticRead(s);
          int v = c.get();
          if (!l.validate(s)) {
            v = 0;
          }
        };
    inParallel(
        d,
        () -> {
          wl.lock();
          try {
            c.add();
          } finally {
            wl.unlock();
          }
        },
        () -> {
          if (wl.tryLock(5, TimeUnit.MILLISECONDS)) {
            try {
              c.add();
            } finally {
              wl.unlock();
            }
          }
        },
        () -> {
          rl.lockInterruptibly();
          try {
            c.get();
          } finally {
            rl.unlock();
          }
        },
        () -> {
          rw.writeLock().lock();
          try {
            c.add();
          } finally {
            rw.writeLock().unlock();
          }
        },
        () -> {
          long s = l.writeLock();
          c.add();
          if (!l.tryUnlockWrite()) {
            throw new AssertionError();
          }
        },
        () -> {
          long s = l.readLock();
          c.get();
          if (!l.tryUnlockRead()) {
            throw new AssertionError();
          }
        });
    long s = l.writeLock();
    c.add();
    l.unlock(s);
  }
}
