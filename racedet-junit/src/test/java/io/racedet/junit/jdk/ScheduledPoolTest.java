package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Scheduled pools: delayed and periodic tasks, and what is done with them before they run. */
@RaceFree
class ScheduledPoolTest extends PoolPrograms {
  @Test
  @Tag(PROMISED)
  void scheduled_fixedRate_cancelled_awaitTermination() throws Exception {
    Cell c = new Cell();
    ScheduledExecutorService p = Executors.newScheduledThreadPool(3);
    CountDownLatch runs = new CountDownLatch(3);
    Future<?> task =
        p.scheduleAtFixedRate(
            () -> {
              c.add();
              runs.countDown();
            },
            0,
            50,
            TimeUnit.MICROSECONDS);
    runs.await();
    task.cancel(false);
    end(p);
    c.add();
  }

  @Test
  @Tag(PROMISED)
  void scheduled_delayedTasksRunAfterShutdown() throws Exception {
    Cell[] cs = cells(3);
    ScheduledExecutorService p = Executors.newScheduledThreadPool(2);
    for (int i = 0; i < 3; i++) {
      Cell c = cs[i];
      p.schedule(c::add, 50, TimeUnit.MICROSECONDS);
    }
    end(p);
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void fixedDelay_eachRunAndTheNext() throws Exception {
    Cell c = new Cell();
    ScheduledExecutorService p = Executors.newScheduledThreadPool(3);
    CountDownLatch runs = new CountDownLatch(4);
    c.add();
    p.scheduleWithFixedDelay(
        () -> {
          c.add();
          runs.countDown();
        },
        0,
        10,
        TimeUnit.MICROSECONDS);
    runs.await();
    p.shutdownNow();
    p.awaitTermination(10, TimeUnit.SECONDS);
    c.add();
  }

  @Test
  @Tag(PROMISED)
  void periodicTaskThatThrows_get() throws Exception {
    Cell c = new Cell();
    ScheduledExecutorService p = Executors.newScheduledThreadPool(2);
    Future<?> f =
        p.scheduleAtFixedRate(
            () -> {
              if (c.add() == 3) {
                throw new IllegalStateException("wanted");
              }
            },
            0,
            10,
            TimeUnit.MICROSECONDS);
    try {
      f.get();
      throw new AssertionError();
    } catch (ExecutionException e) {
      c.add();
    }
    end(p);
  }

  @Test
  @Tag(PROMISED)
  void periodicTask_cancelsItself() throws Exception {
    Cell c = new Cell();
    ScheduledExecutorService p = Executors.newScheduledThreadPool(2);
    CompletableFuture<Future<?>> self = new CompletableFuture<>();
    Future<?> f =
        p.scheduleAtFixedRate(
            () -> {
              if (c.add() == 3) {
                self.join().cancel(false);
              }
            },
            0,
            10,
            TimeUnit.MICROSECONDS);
    self.complete(f);
    try {
      f.get();
      throw new AssertionError();
    } catch (CancellationException e) {
      end(p);
    }
    c.add();
  }

  @Test
  @Tag(PROMISED)
  void removeOnCancel_cancelledByOther() throws Exception {
    Cell c = new Cell();
    ScheduledThreadPoolExecutor p = new ScheduledThreadPoolExecutor(1);
    p.setRemoveOnCancelPolicy(true);
    ScheduledFuture<?> f = p.schedule(c::add, 1, TimeUnit.HOURS);
    Thread t =
        start(
            () -> {
              c.add();
              f.cancel(false);
            });
    try {
      f.get();
      throw new AssertionError();
    } catch (CancellationException e) {
      c.add();
    }
    t.join();
    end(p);
  }

  @Test
  @Tag(PROMISED)
  void delayedTasksDropped_atShutdown() throws Exception {
    Cell c = new Cell();
    ScheduledThreadPoolExecutor p = new ScheduledThreadPoolExecutor(1);
    p.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    ScheduledFuture<?> f = p.schedule(c::add, 1, TimeUnit.HOURS);
    Thread t =
        start(
            () -> {
              c.add();
              p.shutdown();
            });
    try {
      f.get();
      throw new AssertionError();
    } catch (CancellationException e) {
      c.add();
    }
    t.join();
    p.awaitTermination(10, TimeUnit.SECONDS);
  }

  @Test
  @Tag(PROMISED)
  void executeAndSubmit_ofAScheduledPool() throws Exception {
    Cell[] cs = cells(3);
    ScheduledExecutorService p = Executors.newScheduledThreadPool(2);
    for (Cell c : cs) {
      c.add();
      p.execute(c::add);
    }
    Future<Integer> f = p.submit(() -> 1);
    f.get();
    end(p);
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void tasksScheduledByTasks() throws Exception {
    Cell c = new Cell();
    ScheduledExecutorService p = Executors.newScheduledThreadPool(2);
    CountDownLatch l = new CountDownLatch(1);
    p.schedule(
        () -> {
          c.add();
          p.schedule(
              () -> {
                c.add();
                l.countDown();
              },
              10,
              TimeUnit.MICROSECONDS);
        },
        10,
        TimeUnit.MICROSECONDS);
    l.await();
    c.add();
    end(p);
  }

  @Test
  @Tag(PROMISED)
  void taskPolledFromItsQueue_byOther() throws Exception {
    Cell c = new Cell();
    ScheduledThreadPoolExecutor p = new ScheduledThreadPoolExecutor(0);
    Thread t =
        start(
            () -> {
              c.add();
              p.getQueue().add((Runnable) p.schedule(() -> {}, 1, TimeUnit.HOURS));
            });
    while (p.getQueue().peek() == null) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
    p.shutdownNow();
  }

  @Test
  @Tag(IMPLEMENTED)
  void queueNotEmptySpin() throws Exception {
    Cell c = new Cell();
    ScheduledThreadPoolExecutor p = new ScheduledThreadPoolExecutor(1);
    Thread t =
        start(
            () -> {
              c.add();
              p.schedule(() -> {}, 1, TimeUnit.HOURS);
            });
    while (p.getQueue().isEmpty()) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
    p.shutdownNow();
  }

  @Test
  @Tag(PROMISED)
  void tasksOfTheQueue_iterated() throws Exception {
    Cell c = new Cell();
    ScheduledThreadPoolExecutor p = new ScheduledThreadPoolExecutor(1);
    Thread t =
        start(
            () -> {
              c.add();
              p.schedule(() -> {}, 1, TimeUnit.HOURS);
            });
    int seen = 0;
    while (seen == 0) {
      for (Runnable r : p.getQueue()) {
        seen += r == null ? 0 : 1;
      }
    }
    c.add();
    t.join();
    p.shutdownNow();
  }

  /** A task whose order in the queue is decided by a plain field. */
  private static final class Ranked<V> extends FutureTask<V> implements RunnableScheduledFuture<V> {
    private final RunnableScheduledFuture<V> timed;
    private long rank;

    Ranked(Runnable r, RunnableScheduledFuture<V> timed) {
      super(r, null);
      this.timed = timed;
    }

    @Override
    public boolean isPeriodic() {
      return false;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return rank + timed.getDelay(unit) - rank;
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(rank, ((Ranked<?>) other).rank);
    }
  }

  private static final class Ranking extends ScheduledThreadPoolExecutor {
    private final Cell rank;

    Ranking(int workers) {
      super(workers);
      rank = new Cell();
    }

    @Override
    protected <V> RunnableScheduledFuture<V> decorateTask(
        Runnable r, RunnableScheduledFuture<V> task) {
      Ranked<V> made = new Ranked<>(r, task);
      synchronized (rank) {
        made.rank = rank.add();
      }
      return made;
    }
  }

  @Test
  @Tag(PROMISED)
  void decoratedTasks_comparedByPlainFields() throws Exception {
    Cell[] cs = cells(6);
    Ranking p = new Ranking(2);
    inParallel(
        () -> {
          for (int i = 0; i < 3; i++) {
            cs[i].add();
            p.schedule(cs[i]::add, 1, TimeUnit.MICROSECONDS);
          }
        },
        () -> {
          for (int i = 3; i < 6; i++) {
            cs[i].add();
            p.schedule(cs[i]::add, 1, TimeUnit.MICROSECONDS);
          }
        });
    end(p);
    for (Cell c : cs) {
      c.add();
    }
  }
}
