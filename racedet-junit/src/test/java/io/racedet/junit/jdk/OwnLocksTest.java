package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Locks that are built on the synchronisers of the JDK. */
@RaceFree
class OwnLocksTest extends JdkPrograms {

  @Test
  @Tag(PROMISED)
  void longSynchroniser_asMutex_excludes() throws Exception {
    Tickets g = new Tickets();
    Cell c = new Cell();
    Step b =
        () -> {
          g.acquire(5);
          c.add();
          g.release(5);
        };
    inParallel(b, b, b);
  }

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void mutexOfTheJavadoc_withCondition_excludes() throws Exception {
    Mutex m = new Mutex();
    Cell c = new Cell();
    Condition k = m.newCondition();
    Step s =
        () -> {
          m.lock();
          try {
            c.add();
            k.signalAll();
          } finally {
            m.unlock();
          }
        };
    Thread t = start(s);
    Thread u = start(s);
    m.lock();
    try {
      while (c.get() < 2) {
        k.awaitNanos(100_000);
      }
      c.add();
    } finally {
      m.unlock();
    }
    join(t, u);
  }

  @Test
  @Tag(PROMISED)
  void gate_opened_publishes() throws Exception {
    Gate g = new Gate();
    Cell c = new Cell();
    Thread t =
        start(
            () -> {
              c.add();
              g.releaseShared(1);
            });
    g.acquireShared(1);
    c.add();
    t.join();
  }

  /** From the Javadoc of AbstractQueuedSynchronizer. */
  private static final class Mutex {
    private static final class Sync extends AbstractQueuedSynchronizer {
      private static final long serialVersionUID = 1L;

      @Override
      public boolean tryAcquire(int a) {
        if (compareAndSetState(0, 1)) {
          setExclusiveOwnerThread(Thread.currentThread());
          return true;
        }
        return false;
      }

      @Override
      protected boolean tryRelease(int r) {
        setExclusiveOwnerThread(null);
        setState(0);
        return true;
      }

      @Override
      protected boolean isHeldExclusively() {
        return getExclusiveOwnerThread() == Thread.currentThread();
      }

      Condition newCondition() {
        return new ConditionObject();
      }
    }

    private final Sync sync = new Sync();

    void lock() {
      sync.acquire(1);
    }

    void unlock() {
      sync.release(1);
    }

    Condition newCondition() {
      return sync.newCondition();
    }
  }

  /** Closed until it is opened for good. */
  private static final class Gate extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1L;

    @Override
    protected int tryAcquireShared(int i) {
      return getState() != 0 ? 1 : -1;
    }

    @Override
    protected boolean tryReleaseShared(int i) {
      setState(1);
      return true;
    }
  }

  /** A lock that is held by a number of tickets. */
  private static final class Tickets extends AbstractQueuedLongSynchronizer {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean tryAcquire(long a) {
      long s = getState();
      return s == 0 && compareAndSetState(0, a);
    }

    @Override
    protected boolean tryRelease(long a) {
      setState(0);
      return true;
    }

    @Override
    protected boolean isHeldExclusively() {
      return getState() != 0;
    }
  }
}
