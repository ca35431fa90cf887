package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.Collection;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who asks for the threads that wait has seen what these did before they waited. */
@RaceFree
class LockWaitersTest extends JdkPrograms {

  @Test
  @Tag(PROMISED)
  void hasWaiters_ofALock_seesWhoWaits() throws Exception {
    ReentrantLock l = new ReentrantLock();
    Condition k = l.newCondition();
    seesWhoWaits(l, k, () -> l.hasWaiters(k));
  }

  @Test
  @Tag(PROMISED)
  void getWaitQueueLength_ofAFairLock_seesWhoWaits() throws Exception {
    ReentrantLock l = new ReentrantLock(true);
    Condition k = l.newCondition();
    seesWhoWaits(l, k, () -> l.getWaitQueueLength(k) > 0);
  }

  @Test
  @Tag(PROMISED)
  void hasWaiters_ofAWriteLock_seesWhoWaits() throws Exception {
    ReentrantReadWriteLock l = new ReentrantReadWriteLock();
    Condition k = l.writeLock().newCondition();
    seesWhoWaits(l.writeLock(), k, () -> l.hasWaiters(k));
  }

  @Test
  @Tag(PROMISED)
  void getWaitQueueLength_ofAWriteLock_seesWhoWaits() throws Exception {
    ReentrantReadWriteLock l = new ReentrantReadWriteLock();
    Condition k = l.writeLock().newCondition();
    seesWhoWaits(l.writeLock(), k, () -> l.getWaitQueueLength(k) == 1);
  }

  @Test
  @Tag(PROMISED)
  void getWaitingThreads_ofASubclass_seesWhoWaits() throws Exception {
    OpenLock l = new OpenLock();
    Condition k = l.newCondition();
    seesWhoWaits(l, k, () -> !l.getWaitingThreads(k).isEmpty());
  }

  @Test
  @Tag(PROMISED)
  void hasWaiters_thatIsFalseAgain_seesWhoSignalled() throws Exception {
    ReentrantLock l = new ReentrantLock();
    Condition k = l.newCondition();
    Cell c = new Cell();
    CountDownLatch in = new CountDownLatch(1);
    Thread waiter =
        start(
            () -> {
              l.lock();
              try {
                in.countDown();
                k.await();
              } finally {
                l.unlock();
              }
            });
    in.await();
    Thread signaller =
        start(
            () -> {
              c.add();
              l.lock();
              try {
                k.signal();
              } finally {
                l.unlock();
              }
            });
    untilTrue(
        () -> {
          l.lock();
          try {
            return !l.hasWaiters(k);
          } finally {
            l.unlock();
          }
        });
    c.add();
    join(waiter, signaller);
  }

  @Test
  @Tag(IMPLEMENTED)
  void getQueuedThreads_ofALock_seesWhoQueues() throws Exception {
    OpenLock l = new OpenLock();
    seesWhoQueues(l::lock, l::lock, l::unlock, () -> !l.getQueuedThreads().isEmpty());
  }

  @Test
  @Tag(IMPLEMENTED)
  void getOwner_ofALock_seesWhoHasLocked() throws Exception {
    OpenLock l = new OpenLock();
    Cell c = new Cell();
    CountDownLatch end = new CountDownLatch(1);
    Thread t =
        start(
            () -> {
              c.add();
              l.lock();
              end.await();
              l.unlock();
            });
    untilTrue(() -> l.getOwner() == t);
    c.add();
    end.countDown();
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void getQueuedWriterThreads_seesWhoQueues() throws Exception {
    OpenReadWriteLock l = new OpenReadWriteLock();
    Lock r = l.readLock();
    Lock w = l.writeLock();
    seesWhoQueues(r::lock, w::lock, r::unlock, () -> !l.getQueuedWriterThreads().isEmpty());
  }

  @Test
  @Tag(IMPLEMENTED)
  void getQueuedReaderThreads_seesWhoQueues() throws Exception {
    OpenReadWriteLock l = new OpenReadWriteLock();
    Lock r = l.readLock();
    Lock w = l.writeLock();
    seesWhoQueues(w::lock, r::lock, w::unlock, () -> !l.getQueuedReaderThreads().isEmpty());
  }

  @Test
  @Tag(IMPLEMENTED)
  void getQueuedThreads_ofASemaphore_seesWhoQueues() throws Exception {
    OpenSemaphore s = new OpenSemaphore();
    seesWhoQueues(s::acquire, s::acquire, s::release, () -> !s.getQueuedThreads().isEmpty());
  }

  @Test
  @Tag(IMPLEMENTED)
  void queriesOfASynchroniser_seeWhoQueues() throws Exception {
    Gate hasQueued = new Gate();
    seesWhoQueues(hasQueued, hasQueued::hasQueuedThreads);
    Gate contended = new Gate();
    seesWhoQueues(contended, () -> contended.hasContended() && contended.getQueueLength() > 0);
    Gate first = new Gate();
    seesWhoQueues(first, () -> first.getFirstQueuedThread() != null);
    Gate length = new Gate();
    seesWhoQueues(length, () -> length.getQueueLength() == 1);
    Gate threads = new Gate();
    seesWhoQueues(threads, () -> threads.getQueuedThreads().size() == 1);
    Gate exclusive = new Gate();
    seesWhoQueues(exclusive, () -> !exclusive.getExclusiveQueuedThreads().isEmpty());
  }

  @Test
  @Tag(IMPLEMENTED)
  void queriesOfALongSynchroniser_seeWhoQueues() throws Exception {
    LongGate hasQueued = new LongGate();
    seesWhoQueues(hasQueued, hasQueued::hasQueuedThreads);
    LongGate first = new LongGate();
    seesWhoQueues(first, () -> first.getFirstQueuedThread() != null);
    LongGate length = new LongGate();
    seesWhoQueues(length, () -> length.getQueueLength() == 1);
    LongGate threads = new LongGate();
    seesWhoQueues(threads, () -> threads.getQueuedThreads().size() == 1);
    LongGate shared = new LongGate();
    seesWhoQueues(shared, () -> !shared.getSharedQueuedThreads().isEmpty());
  }

  private static void seesWhoWaits(Lock l, Condition k, Callable<Boolean> waits) throws Exception {
    Cell c = new Cell();
    Thread t =
        start(
            () -> {
              c.add();
              l.lock();
              try {
                k.await();
              } finally {
                l.unlock();
              }
              c.add();
            });
    untilTrue(
        () -> {
          l.lock();
          try {
            boolean found = waits.call();
            if (found) {
              c.add();
              k.signal();
            }
            return found;
          } finally {
            l.unlock();
          }
        });
    t.join();
    c.add();
  }

  private static void seesWhoQueues(Gate g, Callable<Boolean> queues) throws Exception {
    seesWhoQueues(() -> {}, () -> g.acquire(1), () -> g.release(1), queues);
  }

  private static void seesWhoQueues(LongGate g, Callable<Boolean> queues) throws Exception {
    seesWhoQueues(() -> {}, () -> g.acquireShared(1), () -> g.releaseShared(1), queues);
  }

  /** Closes it, and waits until the query tells that a thread that comes does not pass. */
  private static void seesWhoQueues(Step close, Step come, Step open, Callable<Boolean> queues)
      throws Exception {
    Cell c = new Cell();
    close.run();
    Thread t =
        start(
            () -> {
              c.add();
              come.run();
            });
    untilTrue(queues);
    c.add();
    open.run();
    t.join();
  }

  private static void untilTrue(Callable<Boolean> question) throws Exception {
    while (!question.call()) {
      Thread.onSpinWait();
    }
  }

  /** Makes public what a subclass may ask for. */
  private static final class OpenLock extends ReentrantLock {
    private static final long serialVersionUID = 1L;

    @Override
    public Thread getOwner() {
      return super.getOwner();
    }

    @Override
    public Collection<Thread> getQueuedThreads() {
      return super.getQueuedThreads();
    }

    @Override
    public Collection<Thread> getWaitingThreads(Condition k) {
      return super.getWaitingThreads(k);
    }
  }

  /** Makes public what a subclass may ask for. */
  private static final class OpenReadWriteLock extends ReentrantReadWriteLock {
    private static final long serialVersionUID = 1L;

    @Override
    public Collection<Thread> getQueuedWriterThreads() {
      return super.getQueuedWriterThreads();
    }

    @Override
    public Collection<Thread> getQueuedReaderThreads() {
      return super.getQueuedReaderThreads();
    }
  }

  /** Makes public what a subclass may ask for; it has one permit. */
  private static final class OpenSemaphore extends Semaphore {
    private static final long serialVersionUID = 1L;

    OpenSemaphore() {
      super(1);
    }

    @Override
    public Collection<Thread> getQueuedThreads() {
      return super.getQueuedThreads();
    }
  }

  /** Closed until it is opened for good. */
  private static final class Gate extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean tryAcquire(int i) {
      return getState() != 0;
    }

    @Override
    protected boolean tryRelease(int i) {
      setState(1);
      return true;
    }
  }

  /** Closed until it is opened for good. */
  private static final class LongGate extends AbstractQueuedLongSynchronizer {
    private static final long serialVersionUID = 1L;

    @Override
    protected long tryAcquireShared(long i) {
      return getState() != 0 ? 1 : -1;
    }

    @Override
    protected boolean tryReleaseShared(long i) {
      setState(1);
      return true;
    }
  }
}
