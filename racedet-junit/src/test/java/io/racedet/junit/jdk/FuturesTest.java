package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Futures of executors, and services that complete them. */
@RaceFree
class FuturesTest extends PoolPrograms {
  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void invokeAll() throws Exception {
    Cell[] cs = cells(4);
    ExecutorService p = Executors.newFixedThreadPool(3);
    List<Callable<Integer>> tasks = new ArrayList<>();
    for (Cell c : cs) {
      c.add();
      tasks.add(c::add);
    }
    for (Future<Integer> f : p.invokeAll(tasks)) {
      f.get();
    }
    for (Cell c : cs) {
      c.add();
    }
    for (Future<Integer> f : p.invokeAll(tasks, 10, TimeUnit.SECONDS)) {
      f.get();
    }
    for (Cell c : cs) {
      c.add();
    }
    p.shutdownNow();
  }

  @Test
  @Tag(PROMISED)
  void invokeAny() throws Exception {
    ExecutorService p = Executors.newFixedThreadPool(3);
    List<Callable<Cell>> tasks = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int k = i;
      tasks.add(
          () -> {
            Cell c = new Cell();
            c.add();
            if (k == 0) {
              throw new IllegalStateException();
            }
            return c;
          });
    }
    p.invokeAny(tasks).add();
    p.invokeAny(tasks, 10, TimeUnit.SECONDS).add();
    p.shutdownNow();
  }

  @Test
  @Tag(PROMISED)
  void completionService() throws Exception {
    Cell[] cs = cells(4);
    ExecutorService p = Executors.newFixedThreadPool(3);
    ExecutorCompletionService<Cell> s = new ExecutorCompletionService<>(p);
    for (Cell c : cs) {
      c.add();
      s.submit(
          () -> {
            c.add();
            return c;
          });
    }
    for (int i = 0; i < 4; i++) {
      s.take().get().add();
    }
    p.shutdownNow();
  }

  private static Thread start(FutureTask<?> f) {
    Thread t = new Thread(f);
    t.start();
    return t;
  }

  @Test
  @Tag(PROMISED)
  void executorsWrappers_andCallables() throws Exception {
    Cell[] cs = cells(3);
    ExecutorService p = Executors.unconfigurableExecutorService(Executors.newFixedThreadPool(2));
    Future<?> f = p.submit(Executors.callable((Runnable) cs[0]::add)),
        g =
            p.submit(
                () -> {
                  cs[1].add();
                },
                1),
        h = p.submit((Callable<Integer>) cs[2]::add);
    f.get();
    g.get();
    h.get();
    for (Cell c : cs) {
      c.add();
    }
    end(p);
  }

  @Test
  @Tag(PROMISED)
  void pool_thatOutlivesTheRepetition() throws Exception {
    Cell[] cs = cells(3);
    List<Future<?>> fs = new ArrayList<>();
    for (Cell c : cs) {
      c.add();
      fs.add(KEPT.submit(c::add));
    }
    for (int i = 0; i < 3; i++) {
      fs.get(i).get();
      cs[i].add();
    }
  }

  static final ThreadPoolExecutor KEPT =
      new ThreadPoolExecutor(
          2,
          2,
          1,
          TimeUnit.HOURS,
          new LinkedBlockingQueue<>(),
          r -> {
            Thread t = new Thread(r);
            t.setDaemon(true);
            return t;
          });

  @Test
  @Tag(PROMISED)
  void completionService_ofAnotherQueue() throws Exception {
    Cell[] cs = cells(3);
    ThreadPoolExecutor p = pool(2);
    ExecutorCompletionService<Cell> s =
        new ExecutorCompletionService<>(p, new ArrayBlockingQueue<>(3));
    for (Cell c : cs) {
      s.submit(
          () -> {
            c.add();
            return c;
          });
    }
    int seen = 0;
    while (seen < 3) {
      Future<Cell> f = s.poll();
      if (f != null) {
        f.get().add();
        seen++;
      }
    }
    end(p);
  }

  @Test
  @Tag(PROMISED)
  void invokeAll_someTimeOut() throws Exception {
    Cell[] cs = cells(3);
    ThreadPoolExecutor p = pool(2);
    List<Callable<Integer>> tasks = new ArrayList<>();
    for (Cell c : cs) {
      c.add();
      tasks.add(c::add);
    }
    List<Future<Integer>> futures = p.invokeAll(tasks, 30, TimeUnit.MICROSECONDS);
    for (int i = 0; i < 3; i++) {
      if (!futures.get(i).isCancelled()) {
        cs[i].add();
      }
    }
    end(p);
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void interruptedByCancel_seenByTheTask() throws Exception {
    Cell c = new Cell();
    ThreadPoolExecutor p = pool(1);
    CountDownLatch started = new CountDownLatch(1);
    Future<?> f =
        p.submit(
            () -> {
              started.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                c.add();
              }
            });
    started.await();
    c.add();
    f.cancel(true);
    end(p);
    c.add();
  }
}
