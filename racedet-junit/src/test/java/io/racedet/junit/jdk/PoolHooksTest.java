package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Hooks of pools, workers that die, and a shutdown by another thread. */
@RaceFree
class PoolHooksTest extends PoolPrograms {
  static final ThreadFactory SILENT =
      r -> {
        Thread t = new Thread(r);
        t.setUncaughtExceptionHandler((x, e) -> {});
        return t;
      };

  @Test
  @Tag(PROMISED)
  void terminatedHook_afterAllTasks() throws Exception {
    Cell[] cs = cells(3);
    ThreadPoolExecutor p =
        new ThreadPoolExecutor(2, 2, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
          @Override
          protected void terminated() {
            for (Cell c : cs) {
              c.add();
            }
          }
        };
    for (Cell c : cs) {
      p.execute(c::add);
    }
    end(p);
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(IMPLEMENTED)
  void terminatedHookThrows_afterAllTasks() throws Exception {
    Cell[] cs = cells(3);
    ThreadPoolExecutor p =
        new ThreadPoolExecutor(2, 2, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), SILENT) {
          @Override
          protected void terminated() {
            for (Cell c : cs) {
              c.add();
            }
            throw new IllegalStateException("wanted");
          }
        };
    for (Cell c : cs) {
      p.execute(c::add);
    }
    try {
      p.shutdown();
    } catch (IllegalStateException e) {
      cs[0].get();
    }
    while (!p.isTerminated()) {
      Thread.yield();
    }
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void hooksOfEachTask_withoutThoseOfThePool() throws Exception {
    Cell[] cs = cells(3);
    ThreadPoolExecutor p =
        new ThreadPoolExecutor(2, 2, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
          @Override
          protected void beforeExecute(Thread t, Runnable r) {
            ((CellTask) r).cell.add();
          }

          @Override
          protected void afterExecute(Runnable r, Throwable t) {
            ((CellTask) r).cell.add();
          }
        };
    for (Cell c : cs) {
      c.add();
      p.execute(new CellTask(c));
    }
    end(p);
    for (Cell c : cs) {
      c.add();
    }
  }

  private record CellTask(Cell cell) implements Runnable {
    @Override
    public void run() {
      cell.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void workersDieOfErrors_awaitTermination() throws Exception {
    Cell[] cs = cells(4);
    ExecutorService p = Executors.newFixedThreadPool(2, SILENT);
    for (Cell c : cs) {
      p.execute(
          () -> {
            c.add();
            throw new AssertionError("wanted");
          });
    }
    end(p);
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void afterExecuteThrows_awaitTermination() throws Exception {
    Cell[] cs = cells(3);
    ThreadPoolExecutor p =
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), SILENT) {
          @Override
          protected void afterExecute(Runnable r, Throwable t) {
            cs[0].add();
            throw new IllegalStateException("wanted");
          }
        };
    for (Cell c : cs) {
      p.execute(c::add);
    }
    end(p);
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void maximumLowered_awaitTermination() throws Exception {
    Cell[] cs = cells(4);
    ThreadPoolExecutor p = pool(3);
    for (Cell c : cs) {
      p.execute(c::add);
    }
    p.setCorePoolSize(1);
    p.setMaximumPoolSize(1);
    end(p);
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(IMPLEMENTED)
  void shutdownByOther_isTerminatedSpin() throws Exception {
    Cell c = new Cell();
    Cell d = new Cell();
    ThreadPoolExecutor p = pool(1);
    p.execute(c::add);
    Thread t =
        start(
            () -> {
              d.add();
              p.shutdown();
            });
    while (!p.isTerminated()) {
      Thread.onSpinWait();
    }
    c.add();
    d.add();
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void shutdownByOther_isShutdownSpin() throws Exception {
    Cell c = new Cell();
    ThreadPoolExecutor p = pool(1);
    Thread t =
        start(
            () -> {
              c.add();
              p.shutdown();
            });
    while (!p.isShutdown()) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void shutdownByOther_rejectedTask() throws Exception {
    Cell c = new Cell();
    ThreadPoolExecutor p = pool(1);
    Thread t =
        start(
            () -> {
              c.add();
              p.shutdownNow();
            });
    try {
      for (; ; ) {
        p.execute(() -> {});
      }
    } catch (RejectedExecutionException e) {
      c.add();
    }
    t.join();
  }
}
