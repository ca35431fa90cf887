package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What tasks of a pool did, for those who wait for its end. */
@RaceFree
class PoolEndTest extends PoolPrograms {
  static final ThreadFactory SILENT =
      r -> {
        Thread t = new Thread(r);
        t.setUncaughtExceptionHandler((x, e) -> {});
        return t;
      };

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void fixedPool_awaitTermination() throws Exception {
    Cell[] cs = cells(4);
    ExecutorService p = Executors.newFixedThreadPool(4);
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
  void cachedPool_isTerminatedSpin() throws Exception {
    Cell[] cs = cells(4);
    ExecutorService p = Executors.newCachedThreadPool();
    for (Cell c : cs) {
      p.execute(c::add);
    }
    p.shutdown();
    while (!p.isTerminated()) {
      Thread.yield();
    }
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void fixedPool_shutdownNow_awaitTermination() throws Exception {
    Cell[] cs = cells(4);
    ExecutorService p = Executors.newFixedThreadPool(2);
    for (Cell c : cs) {
      p.execute(c::add);
    }
    p.shutdownNow();
    if (!p.awaitTermination(10, TimeUnit.SECONDS)) {
      throw new AssertionError();
    }
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(IMPLEMENTED)
  void fixedPool_hasNotEnded_tellsOfItsTask() throws Exception {
    Cell c = new Cell();
    ExecutorService p = Executors.newFixedThreadPool(2);
    CountDownLatch over = new CountDownLatch(1);
    inParallel(
        () -> {
          c.add();
          try {
            p.execute(unchecked(over::await));
          } catch (RejectedExecutionException e) {
            over.countDown();
          }
        },
        () -> {
          pause(50);
          p.shutdown();
          if (!p.awaitTermination(1, TimeUnit.MILLISECONDS)) {
            c.add();
          }
          over.countDown();
        });
  }

  @Test
  @Tag(PROMISED)
  void pool_coreTimeout_awaitTermination() throws Exception {
    Cell[] cs = cells(4);
    ThreadPoolExecutor p =
        new ThreadPoolExecutor(2, 2, 1, TimeUnit.MICROSECONDS, new LinkedBlockingQueue<>());
    p.allowCoreThreadTimeOut(true);
    for (Cell c : cs) {
      p.execute(c::add);
      pause(20);
    }
    end(p);
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void singleThread_workerReplacedAfterException() throws Exception {
    Cell c = new Cell();
    ExecutorService p = Executors.newSingleThreadExecutor(SILENT);
    for (int i = 0; i < 5; i++) {
      p.execute(
          () -> {
            c.add();
            throw new IllegalStateException();
          });
      if (i % 2 == 0) {
        pause(20);
      }
    }
    end(p);
  }

  @Test
  @Tag(PROMISED)
  void singleThread_workerReplacedAfterException_twoSubmitters() throws Exception {
    Cell c = new Cell();
    ExecutorService p = Executors.newSingleThreadExecutor(SILENT);
    Step b =
        () -> {
          for (int i = 0; i < 4; i++) {
            p.execute(
                () -> {
                  c.add();
                  throw new IllegalStateException();
                });
            pause(i * 10);
          }
        };
    inParallel(b, b);
    end(p);
  }

  @Test
  @Tag(PROMISED)
  void singleThread_workerTimesOut_nextTaskOnANewOne() throws Exception {
    Cell c = new Cell();
    ThreadPoolExecutor p =
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.MICROSECONDS, new LinkedBlockingQueue<>());
    p.allowCoreThreadTimeOut(true);
    for (int i = 0; i < 4; i++) {
      p.execute(c::add);
      pause(60);
    }
    end(p);
  }

  @Test
  @Tag(PROMISED)
  void workStealingPool_futures() throws Exception {
    Cell[] cs = cells(4);
    ExecutorService p = Executors.newWorkStealingPool(3);
    List<Future<?>> fs = new ArrayList<>();
    for (Cell c : cs) {
      c.add();
      fs.add(p.submit(c::add));
    }
    for (int i = 0; i < 4; i++) {
      fs.get(i).get();
      cs[i].add();
    }
    end(p);
  }

  static class Again extends FutureTask<Void> {
    Again(Runnable r) {
      super(r, null);
    }

    boolean again() {
      return runAndReset();
    }
  }

  @Test
  @Tag(PROMISED)
  void singleThread_tasksInTurn() throws Exception {
    Cell c = new Cell();
    ExecutorService p = Executors.newSingleThreadExecutor();
    for (int i = 0; i < 4; i++) {
      p.execute(c::add);
    }
    end(p);
    c.add();
  }

  @Test
  @Tag(PROMISED)
  void awaitTermination_inSlices() throws Exception {
    Cell[] cs = cells(3);
    ExecutorService p = Executors.newFixedThreadPool(3);
    for (Cell c : cs) {
      p.execute(
          () -> {
            pause(20);
            c.add();
          });
    }
    p.shutdown();
    while (!p.awaitTermination(20, TimeUnit.MICROSECONDS)) {
      Thread.onSpinWait();
    }
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void awaitTermination_byThreeThreads() throws Exception {
    Cell[] cs = cells(3);
    ExecutorService p = Executors.newFixedThreadPool(2);
    for (Cell c : cs) {
      p.execute(c::add);
    }
    Step wait =
        () -> {
          if (p.awaitTermination(10, TimeUnit.SECONDS)) {
            for (Cell c : cs) {
              c.get();
            }
          }
        };
    Thread t = start(wait);
    Thread u = start(wait);
    p.shutdown();
    wait.run();
    join(t, u);
  }
}
