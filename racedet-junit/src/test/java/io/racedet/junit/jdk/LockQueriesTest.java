package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a query of a lock has seen, or an attempt that failed, is ordered. */
@RaceFree
class LockQueriesTest extends JdkPrograms {

  @Test
  @Tag(IMPLEMENTED)
  void isLocked_askedInALoop_seesTheUnlock() throws Exception {
    ReentrantLock l = new ReentrantLock();
    Cell c = new Cell();
    AtomicBoolean has = new AtomicBoolean();
    Thread t =
        start(
            () -> {
              l.lock();
              has.set(true);
              c.add();
              l.unlock();
            });
    while (!has.get()) {
      Thread.onSpinWait();
    }
    while (l.isLocked()) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void isLocked_thatIsTrue_seesWhoIsAboutToLock() throws Exception {
    Cell c = new Cell();
    ReentrantLock l = new ReentrantLock();
    AtomicBoolean end = new AtomicBoolean();
    Thread t =
        start(
            () -> {
              c.add();
              l.lock();
              while (!end.get()) {
                Thread.onSpinWait();
              }
              l.unlock();
            });
    while (!l.isLocked()) {
      Thread.onSpinWait();
    }
    c.add();
    end.set(true);
    t.join();
  }

  @Test
  @Tag(SMOKE)
  @Tag(IMPLEMENTED)
  void tryLock_thatFails_seesWhoHasLocked() throws Exception {
    Cell c = new Cell();
    ReentrantLock l = new ReentrantLock();
    AtomicBoolean end = new AtomicBoolean();
    Thread t =
        start(
            () -> {
              c.add();
              l.lock();
              while (!end.get()) {
                Thread.onSpinWait();
              }
              l.unlock();
            });
    while (l.tryLock()) {
      l.unlock();
      Thread.onSpinWait();
    }
    c.add();
    end.set(true);
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void isWriteLocked_seesTheWriter() throws Exception {
    Cell c = new Cell();
    ReentrantReadWriteLock l = new ReentrantReadWriteLock();
    AtomicBoolean end = new AtomicBoolean();
    Thread t =
        start(
            () -> {
              c.add();
              l.writeLock().lock();
              while (!end.get()) {
                Thread.onSpinWait();
              }
              l.writeLock().unlock();
            });
    while (!l.isWriteLocked()) {
      Thread.onSpinWait();
    }
    c.add();
    end.set(true);
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void getReadLockCount_seesTheReader() throws Exception {
    Cell c = new Cell();
    ReentrantReadWriteLock l = new ReentrantReadWriteLock();
    AtomicBoolean end = new AtomicBoolean();
    Thread t =
        start(
            () -> {
              c.add();
              l.readLock().lock();
              while (!end.get()) {
                Thread.onSpinWait();
              }
              l.readLock().unlock();
            });
    while (l.getReadLockCount() == 0) {
      Thread.onSpinWait();
    }
    c.add();
    end.set(true);
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void tryLockOfAReadLock_thatFails_seesTheWriter() throws Exception {
    Cell c = new Cell();
    ReentrantReadWriteLock l = new ReentrantReadWriteLock();
    AtomicBoolean end = new AtomicBoolean();
    Thread t =
        start(
            () -> {
              c.add();
              l.writeLock().lock();
              while (!end.get()) {
                Thread.onSpinWait();
              }
              l.writeLock().unlock();
            });
    while (l.readLock().tryLock()) {
      l.readLock().unlock();
      Thread.onSpinWait();
    }
    c.add();
    end.set(true);
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void stampedIsWriteLocked_seesTheWriter() throws Exception {
    Cell c = new Cell();
    StampedLock l = new StampedLock();
    AtomicBoolean end = new AtomicBoolean();
    Thread t =
        start(
            () -> {
              c.add();
              long s = l.writeLock();
              while (!end.get()) {
                Thread.onSpinWait();
              }
              l.unlockWrite(s);
            });
    while (!l.isWriteLocked()) {
      Thread.onSpinWait();
    }
    c.add();
    end.set(true);
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void stampedGetReadLockCount_seesTheReader() throws Exception {
    Cell c = new Cell();
    StampedLock l = new StampedLock();
    AtomicBoolean end = new AtomicBoolean();
    Thread t =
        start(
            () -> {
              c.add();
              long s = l.readLock();
              while (!end.get()) {
                Thread.onSpinWait();
              }
              l.unlockRead(s);
            });
    while (l.getReadLockCount() == 0) {
      Thread.onSpinWait();
    }
    c.add();
    end.set(true);
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void tryOptimisticRead_thatFails_seesTheWriter() throws Exception {
    Cell c = new Cell();
    StampedLock l = new StampedLock();
    AtomicBoolean end = new AtomicBoolean();
    Thread t =
        start(
            () -> {
              c.add();
              long s = l.writeLock();
              while (!end.get()) {
                Thread.onSpinWait();
              }
              l.unlockWrite(s);
            });
    while (l.tryOptimisticRead() != 0) {
      Thread.onSpinWait();
    }
    c.add();
    end.set(true);
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void tryWriteLock_thatFails_seesTheReader() throws Exception {
    Cell c = new Cell();
    StampedLock l = new StampedLock();
    AtomicBoolean end = new AtomicBoolean();
    Thread t =
        start(
            () -> {
              c.add();
              long s = l.readLock();
              while (!end.get()) {
                Thread.onSpinWait();
              }
              l.unlockRead(s);
            });
    for (long s = l.tryWriteLock(); s != 0; s = l.tryWriteLock()) {
      l.unlockWrite(s);
    }
    c.add();
    end.set(true);
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void isReadLocked_thatEnds_seesTheReader() throws Exception {
    Cell c = new Cell();
    StampedLock l = new StampedLock();
    AtomicBoolean has = new AtomicBoolean();
    Thread t =
        start(
            () -> {
              long s = l.readLock();
              has.set(true);
              c.add();
              l.unlockRead(s);
            });
    while (!has.get()) {
      Thread.onSpinWait();
    }
    while (l.isReadLocked()) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void hasQueuedThreads_seesWhoWaits() throws Exception {
    Cell c = new Cell();
    ReentrantLock l = new ReentrantLock();
    l.lock();
    Thread t =
        start(
            () -> {
              c.add();
              l.lock();
              l.unlock();
            });
    while (!l.hasQueuedThreads()) {
      Thread.onSpinWait();
    }
    c.add();
    l.unlock();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void hasWaiters_underTheLock_seesWhoWaits() throws Exception {
    Cell c = new Cell();
    ReentrantLock l = new ReentrantLock();
    Condition k = l.newCondition();
    Thread t =
        start(
            () -> {
              l.lock();
              try {
                c.add();
                k.await();
              } finally {
                l.unlock();
              }
            });
    boolean over = false;
    while (!over) {
      l.lock();
      try {
        if (l.hasWaiters(k)) {
          c.add();
          k.signal();
          over = true;
        }
      } finally {
        l.unlock();
      }
    }
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void holdCounts_ofTheOwnThread_decide() throws Exception {
    Cell c = new Cell();
    ReentrantLock l = new ReentrantLock();
    Step s =
        () -> {
          l.lock();
          if (!l.isHeldByCurrentThread() || l.getHoldCount() != 1) {
            throw new AssertionError("not held");
          }
          c.add();
          l.unlock();
        };
    inParallel(s, s);
  }
}
