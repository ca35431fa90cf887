package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.ref.Cleaner;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * What the thread of a block does before another one acts is not recorded. Threads that act by
 * themselves, or that nobody of the block starts, are seen nevertheless.
 */
@ResourceLock(Resources.GLOBAL)
@Timeout(300)
class SoloChecksTest {
  /** What is shared with threads from before the check. */
  private static final class Cell {
    private final AtomicInteger reads = new AtomicInteger();
    private int value;

    void read() {
      if (value >= 0) {
        reads.incrementAndGet();
      }
    }

    /* The reads order what comes before them: so there is another one behind the last of these. */
    void write() {
      value = 1;
    }

    void awaitRead() {
      awaitReadAfter(reads.get());
    }

    void awaitReadAfter(int before) {
      while (reads.get() <= before) {
        Thread.onSpinWait();
      }
    }
  }

  private final List<AutoCloseable> open = new ArrayList<>();
  private final Cell cell = new Cell();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  private Thread started(Runnable task) {
    Thread thread = new Thread(task, "from before");
    thread.setDaemon(true);
    open.add(
        () -> {
          thread.interrupt();
          thread.join();
        });
    thread.start();
    return thread;
  }

  private ExecutorService pool() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    open.add(pool::shutdownNow);
    pool.submit(() -> {}).get();
    return pool;
  }

  private static void assertRace(RaceCheck.Block block) {
    assertThatThrownBy(() -> RaceCheck.check(block))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("Cell.value");
  }

  @Test
  void spinningThread_races() {
    started(
        () -> {
          while (!Thread.currentThread().isInterrupted()) {
            cell.read();
          }
        });
    assertRace(
        () -> {
          cell.write();
          cell.awaitRead();
        });
  }

  @Test
  void pollingThread_races() {
    started(
        () -> {
          while (!Thread.currentThread().isInterrupted()) {
            cell.read();
            LockSupport.parkNanos(100_000);
          }
        });
    assertRace(
        () -> {
          cell.write();
          cell.awaitRead();
        });
  }

  @Test
  void sleepingThread_races() {
    started(
        () -> {
          while (sleeps()) {
            cell.read();
          }
        });
    assertRace(
        () -> {
          cell.write();
          cell.awaitRead();
        });
  }

  private static boolean sleeps() {
    try {
      Thread.sleep(1);
      return true;
    } catch (InterruptedException ended) {
      return false;
    }
  }

  @Test
  void threadThatWaitsWithATimeLimit_races() {
    started(
        () -> {
          while (waits()) {
            cell.read();
          }
        });
    assertRace(
        () -> {
          cell.write();
          cell.awaitRead();
        });
  }

  private synchronized boolean waits() {
    try {
      wait(1);
      return true;
    } catch (InterruptedException ended) {
      return false;
    }
  }

  /* The JVM wakes the thread, at some time after the object was left. */
  @Test
  void cleaner_races() {
    Cleaner cleaner = Cleaner.create();
    assertRace(() -> collect(() -> cleaner.register(new Object(), cell::read)));
  }

  @Test
  void finalizer_races() {
    assertRace(() -> collect(() -> new Finalized(cell)));
  }

  @Test
  void threadThatAwaitsTheCollector_races() {
    ReferenceQueue<Object> queue = new ReferenceQueue<>();
    started(
        () -> {
          while (removes(queue)) {
            cell.read();
          }
        });
    List<Object> references = new ArrayList<>();
    assertRace(() -> collect(() -> references.add(new WeakReference<>(new Object(), queue))));
  }

  private static boolean removes(ReferenceQueue<Object> queue) {
    try {
      return queue.remove() != null;
    } catch (InterruptedException ended) {
      return false;
    }
  }

  private void collect(Runnable leaveObject) {
    int before = cell.reads.get();
    do {
      leaveObject.run();
      cell.write();
      System.gc();
    } while (cell.reads.get() <= before);
  }

  /** An object that reads when it is finalized. */
  private static final class Finalized {
    private final Cell cell;

    Finalized(Cell cell) {
      this.cell = cell;
    }

    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() {
      cell.read();
    }
  }

  @Test
  void scheduledTask_races() {
    ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
    open.add(pool::shutdownNow);
    pool.scheduleAtFixedRate(cell::read, 0, 1, TimeUnit.MILLISECONDS);
    assertRace(
        () -> {
          cell.write();
          cell.awaitRead();
        });
  }

  @Test
  void timer_races() {
    Timer timer = new Timer(true);
    open.add(timer::cancel);
    TimerTask task =
        new TimerTask() {
          @Override
          public void run() {
            cell.read();
          }
        };
    timer.schedule(task, 0, 1);
    assertRace(
        () -> {
          cell.write();
          cell.awaitRead();
        });
  }

  @Test
  void parkedThread_races_sinceNothingOrdersItsWakeUp() {
    Thread parked =
        started(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
                cell.read();
              }
            });
    assertRace(
        () -> {
          int before = cell.reads.get();
          cell.write();
          LockSupport.unpark(parked);
          cell.awaitReadAfter(before);
        });
  }

  @Test
  void poolFromBefore_races_withWhatComesAfterItsTask() throws Exception {
    ExecutorService pool = pool();
    assertRace(
        () -> {
          Future<?> task = pool.submit(cell::read);
          cell.write();
          task.get();
        });
  }

  @Test
  void poolFromBefore_isSilent_afterWhatComesBeforeItsTask() throws Exception {
    ExecutorService pool = pool();
    assertThatCode(
            () ->
                RaceCheck.check(
                    () -> {
                      cell.write();
                      pool.submit(cell::read).get();
                    }))
        .doesNotThrowAnyException();
  }

  @Test
  void commonPool_races() {
    assertRace(
        () -> {
          CompletableFuture<Void> task = CompletableFuture.runAsync(cell::read);
          cell.write();
          task.join();
        });
  }

  @Test
  void virtualThreadFromBefore_races() throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "no virtual threads");
    ExecutorService pool =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    open.add(pool::shutdownNow);
    Callable<Void> polling =
        () -> {
          while (true) {
            cell.read();
            Thread.sleep(1);
          }
        };
    pool.submit(polling);
    assertRace(
        () -> {
          cell.write();
          cell.awaitRead();
        });
  }

  @Test
  void ownThread_races_withWhatComesAfterItsStart() {
    assertRace(
        () -> {
          cell.write();
          Thread reader = new Thread(cell::read);
          reader.start();
          cell.write();
          reader.join();
        });
  }
}
