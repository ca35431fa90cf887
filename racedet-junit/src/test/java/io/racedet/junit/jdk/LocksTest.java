package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Locks and their conditions exclude sections, and order them. */
@RaceFree
class LocksTest extends JdkPrograms {

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void conditions_withLimits_handOver() throws Exception {
    ReentrantLock l = new ReentrantLock(true);
    Condition full = l.newCondition();
    Condition empty = l.newCondition();
    Cell[] slot = {null};
    inParallel(
        () -> {
          for (int i = 0; i < 5; i++) {
            Cell c = new Cell();
            c.add();
            l.lock();
            try {
              while (slot[0] != null) {
                empty.awaitNanos(1000);
              }
              slot[0] = c;
              full.signal();
            } finally {
              l.unlock();
            }
          }
        },
        () -> {
          for (int i = 0; i < 5; i++) {
            Cell c;
            l.lockInterruptibly();
            try {
              while (slot[0] == null) {
                full.await(5, TimeUnit.MICROSECONDS);
              }
              c = slot[0];
              slot[0] = null;
              empty.signalAll();
            } finally {
              l.unlock();
            }
            c.add();
          }
        });
  }

  @Test
  @Tag(PROMISED)
  void awaitUninterruptibly_underTwoHolds_givesBothUp() throws Exception {
    ReentrantLock l = new ReentrantLock();
    Condition k = l.newCondition();
    Cell c = new Cell();
    Thread t =
        start(
            () -> {
              l.lock();
              try {
                l.lock();
                try {
                  c.add();
                  c.value = 100;
                  k.signalAll();
                } finally {
                  l.unlock();
                }
                c.add();
              } finally {
                l.unlock();
              }
            });
    l.lock();
    l.lock();
    try {
      while (c.value < 100) {
        k.awaitUninterruptibly();
      }
      c.add();
    } finally {
      l.unlock();
      l.unlock();
    }
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void awaitUninterruptibly_interrupted_goesOnWaiting() throws Exception {
    ReentrantLock l = new ReentrantLock();
    Condition k = l.newCondition();
    Cell c = new Cell();
    Thread me = Thread.currentThread();
    Thread t =
        start(
            () -> {
              me.interrupt();
              pause(20);
              l.lock();
              try {
                c.value = 100;
                k.signalAll();
              } finally {
                l.unlock();
              }
            });
    l.lock();
    try {
      while (c.value < 100) {
        k.awaitUninterruptibly();
      }
      c.add();
    } finally {
      l.unlock();
    }
    while (t.isAlive()) {
      Thread.onSpinWait();
    }
  }

  @Test
  @Tag(PROMISED)
  void tryLockAndAwaitUntil_repeated_handOver() throws Exception {
    ReentrantLock l = new ReentrantLock();
    Condition k = l.newCondition();
    Cell c = new Cell();
    Thread t =
        start(
            () -> {
              while (!l.tryLock(2, TimeUnit.MICROSECONDS)) {}
              try {
                c.value = 100;
                k.signal();
              } finally {
                l.unlock();
              }
            });
    while (!l.tryLock()) {}
    try {
      while (c.value < 100) {
        k.awaitUntil(new Date(System.currentTimeMillis() + 5));
      }
      c.add();
    } finally {
      l.unlock();
    }
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void interruptedAwait_holdsTheLockAgain() throws Exception {
    ReentrantLock l = new ReentrantLock();
    Condition k = l.newCondition();
    Cell c = new Cell();
    Thread t =
        start(
            () -> {
              l.lock();
              try {
                k.await();
              } catch (InterruptedException e) {
                c.add();
              } finally {
                l.unlock();
              }
            });
    l.lock();
    try {
      c.add();
    } finally {
      l.unlock();
    }
    t.interrupt();
    l.lock();
    try {
      c.add();
    } finally {
      l.unlock();
    }
    t.join();
    c.add();
  }

  @Test
  @Tag(PROMISED)
  void handOverHand_locksInTurn_exclude() throws Exception {
    ReentrantLock[] ls = {new ReentrantLock(), new ReentrantLock(), new ReentrantLock()};
    Cell[] cs = cells(3);
    Step b =
        () -> {
          ls[0].lock();
          cs[0].add();
          for (int i = 1; i < 3; i++) {
            ls[i].lock();
            ls[i - 1].unlock();
            cs[i].add();
          }
          ls[2].unlock();
        };
    inParallel(b, b, b);
  }
}
