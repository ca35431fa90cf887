package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each recording starts while a thread waits for work, in a call whose start was not recorded:
 * accesses that the end of the call orders are not reported, and those that it does not order are.
 */
class WaitingThreadsTest {
  private static final String SHARED = "WaitingThreadsTest.Cell.data";

  static final class Cell {
    int data;

    int add() {
      return ++data;
    }
  }

  /** How a worker obtains its work. */
  interface Mailbox {
    void put(Runnable work) throws Exception;

    Runnable take() throws Exception;
  }

  /** The ways to wait. */
  enum Way {
    MONITOR(Monitor::new),
    MONITOR_TWICE(MonitorTwice::new),
    CONDITION(OnCondition::new),
    CONDITION_OF_WRITE_LOCK(OnWriteLock::new),
    PARK(Park::new),
    SEMAPHORE(OnSemaphore::new),
    BARRIER(OnBarrier::new),
    PHASER(OnPhaser::new),
    EXCHANGER(OnExchanger::new),
    DEQUE(() -> queue(new LinkedBlockingDeque<>())),
    TRANSFER(() -> queue(new LinkedTransferQueue<>())),
    SYNCHRONOUS(() -> queue(new SynchronousQueue<>())),
    PRIORITIES(() -> queue(new PriorityBlockingQueue<>(4, (a, b) -> 0)));

    private final Supplier<Mailbox> mailbox;

    Way(Supplier<Mailbox> mailbox) {
      this.mailbox = mailbox;
    }
  }

  private static Mailbox queue(BlockingQueue<Runnable> queue) {
    return new Mailbox() {
      @Override
      public void put(Runnable work) throws InterruptedException {
        queue.put(work);
      }

      @Override
      public Runnable take() throws InterruptedException {
        return queue.take();
      }
    };
  }

  private static class Monitor implements Mailbox {
    final ArrayDeque<Runnable> work = new ArrayDeque<>();

    @Override
    public synchronized void put(Runnable more) {
      work.add(more);
      notifyAll();
    }

    @Override
    public synchronized Runnable take() throws InterruptedException {
      while (work.isEmpty()) {
        wait();
      }
      return work.remove();
    }
  }

  private static final class MonitorTwice extends Monitor {
    @Override
    public Runnable take() throws InterruptedException {
      synchronized (this) {
        return super.take();
      }
    }
  }

  private static final class OnCondition implements Mailbox {
    private final ArrayDeque<Runnable> work = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();

    @Override
    public void put(Runnable more) {
      lock.lock();
      try {
        work.add(more);
        notEmpty.signal();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public Runnable take() throws InterruptedException {
      lock.lockInterruptibly();
      try {
        while (work.isEmpty()) {
          notEmpty.await();
        }
        return work.remove();
      } finally {
        lock.unlock();
      }
    }
  }

  private static final class OnWriteLock implements Mailbox {
    private final ReentrantReadWriteLock.WriteLock lock = new ReentrantReadWriteLock().writeLock();
    private final Condition changed = lock.newCondition();
    private Runnable work;

    @Override
    public void put(Runnable more) throws InterruptedException {
      lock.lock();
      try {
        while (work != null) {
          changed.await();
        }
        work = more;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public Runnable take() throws InterruptedException {
      lock.lock();
      lock.lock();
      try {
        while (work == null) {
          changed.await();
        }
        Runnable taken = work;
        work = null;
        changed.signalAll();
        return taken;
      } finally {
        lock.unlock();
        lock.unlock();
      }
    }
  }

  private static final class Park implements Mailbox {
    private final ConcurrentLinkedQueue<Runnable> work = new ConcurrentLinkedQueue<>();
    private volatile Thread taker;

    @Override
    public void put(Runnable more) {
      work.add(more);
      LockSupport.unpark(taker);
    }

    @Override
    public Runnable take() throws InterruptedException {
      taker = Thread.currentThread();
      Runnable taken = work.poll();
      while (taken == null) {
        LockSupport.park(this);
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        taken = work.poll();
      }
      return taken;
    }
  }

  private static final class OnSemaphore implements Mailbox {
    private final Semaphore free = new Semaphore(1);
    private final Semaphore full = new Semaphore(0);
    private Runnable work;

    @Override
    public void put(Runnable more) throws InterruptedException {
      free.acquire();
      work = more;
      full.release();
    }

    @Override
    public Runnable take() throws InterruptedException {
      full.acquire();
      Runnable taken = work;
      free.release();
      return taken;
    }
  }

  private static final class OnBarrier implements Mailbox {
    private final CyclicBarrier barrier = new CyclicBarrier(2);
    private Runnable work;

    @Override
    public void put(Runnable more) throws Exception {
      work = more;
      barrier.await();
      barrier.await();
    }

    @Override
    public Runnable take() throws Exception {
      barrier.await();
      Runnable taken = work;
      barrier.await();
      return taken;
    }
  }

  private static final class OnPhaser implements Mailbox {
    private final Phaser phaser = new Phaser(2);
    private Runnable work;

    @Override
    public void put(Runnable more) throws InterruptedException {
      work = more;
      phaser.awaitAdvanceInterruptibly(phaser.arrive());
      phaser.awaitAdvanceInterruptibly(phaser.arrive());
    }

    @Override
    public Runnable take() throws InterruptedException {
      phaser.awaitAdvanceInterruptibly(phaser.arrive());
      Runnable taken = work;
      phaser.awaitAdvanceInterruptibly(phaser.arrive());
      return taken;
    }
  }

  private static final class OnExchanger implements Mailbox {
    private final Exchanger<Runnable> exchanger = new Exchanger<>();

    @Override
    public void put(Runnable more) throws InterruptedException {
      exchanger.exchange(more);
    }

    @Override
    public Runnable take() throws InterruptedException {
      return exchanger.exchange(null);
    }
  }

  private static final Map<Way, Mailbox> MAILBOXES = new EnumMap<>(Way.class);
  private static final Map<Way, Thread> WORKERS = new EnumMap<>(Way.class);
  private static final Cell OLD = new Cell();

  private final Cell cell = new Cell();

  @BeforeAll
  static void start() {
    for (Way way : Way.values()) {
      Mailbox mailbox = way.mailbox.get();
      Thread worker = new Thread(() -> work(mailbox), "worker of " + way);
      worker.setDaemon(true);
      worker.start();
      MAILBOXES.put(way, mailbox);
      WORKERS.put(way, worker);
    }
  }

  private static void work(Mailbox mailbox) {
    try {
      while (true) {
        mailbox.take().run();
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterAll
  static void end() throws InterruptedException {
    for (Thread worker : WORKERS.values()) {
      worker.interrupt();
      worker.join();
    }
  }

  /* The worker is waiting when the next recording starts. */
  private static void untilItWaits(Way way) {
    Thread worker = WORKERS.get(way);
    while (worker.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @EnumSource
  @RaceFree(repetitions = 4)
  void workBeforeAndAfter_handedOver_silent(Way way) throws Exception {
    Mailbox mailbox = MAILBOXES.get(way);
    for (int i = 0; i < 3; i++) {
      cell.add();
      OLD.add();
      CountDownLatch done = new CountDownLatch(1);
      mailbox.put(
          () -> {
            cell.add();
            OLD.add();
            done.countDown();
          });
      done.await();
    }
    assertThat(cell.add()).isEqualTo(7);
    untilItWaits(way);
  }

  @ParameterizedTest
  @EnumSource
  @ExpectRace(on = SHARED, with = @RaceFree(timeLimit = "20s", repetitions = 1_000_000))
  void workBesideIt_found(Way way) throws Exception {
    FutureTask<Integer> task = new FutureTask<>(cell::add);
    MAILBOXES.get(way).put(task);
    cell.add();
    task.get();
    untilItWaits(way);
  }
}
