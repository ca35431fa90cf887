package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What executors and futures have since JDK 19: closing, states, a thread for each task, delays of
 * fork/join pools.
 */
@RaceFree
class Executors25Test extends JdkPrograms {

  @Test
  @Tag(PROMISED)
  void pool_close() {
    Cell[] cs = cells(4);
    try (ExecutorService p = Executors.newFixedThreadPool(3)) {
      for (Cell c : cs) {
        p.execute(c::add);
      }
    }
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void scheduledPool_close() {
    Cell[] cs = cells(3);
    try (ScheduledExecutorService p = Executors.newScheduledThreadPool(2)) {
      for (Cell c : cs) {
        p.schedule(c::add, 20, TimeUnit.MICROSECONDS);
      }
    }
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void forkJoinPool_close() {
    Cell[] cs = cells(4);
    try (ForkJoinPool p = new ForkJoinPool(2)) {
      for (Cell c : cs) {
        p.execute(c::add);
      }
    }
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void threadPerTask_close() {
    Cell[] cs = cells(4);
    try (ExecutorService p = Executors.newThreadPerTaskExecutor(Thread::new)) {
      for (Cell c : cs) {
        c.add();
        p.execute(c::add);
      }
    }
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void virtualThreads_isTerminatedSpin() {
    Cell[] cs = cells(4);
    ExecutorService p = Executors.newVirtualThreadPerTaskExecutor();
    for (Cell c : cs) {
      c.add();
      p.submit(c::add);
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
  void threadPerTask_shutdownNow_awaitTermination() throws Exception {
    Cell[] cs = cells(4);
    ExecutorService p = Executors.newThreadPerTaskExecutor(Thread::new);
    for (Cell c : cs) {
      c.add();
      p.execute(c::add);
    }
    p.shutdownNow();
    if (!p.awaitTermination(10, TimeUnit.SECONDS)) {
      throw new AssertionError("not terminated");
    }
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(IMPLEMENTED)
  void threadPerTask_isShutdownSpin() throws Exception {
    Cell c = new Cell();
    ExecutorService p = Executors.newThreadPerTaskExecutor(Thread::new);
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
  void threadPerTask_rejectedAfterShutdown() throws Exception {
    Cell c = new Cell();
    ExecutorService p = Executors.newThreadPerTaskExecutor(Thread::new);
    Thread t =
        start(
            () -> {
              c.add();
              p.shutdown();
            });
    try {
      for (; ; ) {
        p.execute(() -> {});
      }
    } catch (RejectedExecutionException e) {
      c.add();
    }
    t.join();
    p.close();
  }

  @Test
  @Tag(PROMISED)
  void threadPerTask_invokeAnyAndAll() throws Exception {
    Cell[] cs = cells(3);
    try (ExecutorService p = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Cell>> tasks = new ArrayList<>();
      for (Cell c : cs) {
        c.add();
        tasks.add(
            () -> {
              c.add();
              return c;
            });
      }
      for (Future<Cell> f : p.invokeAll(tasks)) {
        f.resultNow().add();
      }
      List<Callable<Cell>> own =
          List.of(
              () -> new Cell(1),
              () -> new Cell(2),
              () -> {
                throw new IllegalStateException("wanted");
              });
      p.invokeAny(own).add();
    }
  }

  @Test
  @Tag(PROMISED)
  void futureTask_statesSpin() throws Exception {
    Cell c = new Cell();
    FutureTask<Integer> f = new FutureTask<>(c::add);
    Thread t = start(f::run);
    while (f.state() == Future.State.RUNNING) {
      Thread.onSpinWait();
    }
    c.add();
    f.resultNow();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void futureTask_resultNowSpin() throws Exception {
    Cell c = new Cell();
    FutureTask<Integer> f = new FutureTask<>(c::add);
    Thread t = start(f::run);
    for (; ; ) {
      try {
        f.resultNow();
        break;
      } catch (IllegalStateException e) {
        Thread.onSpinWait();
      }
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void futureTask_exceptionNowSpin() throws Exception {
    Cell c = new Cell();
    FutureTask<Integer> f =
        new FutureTask<>(
            () -> {
              c.add();
              throw new IllegalStateException("wanted");
            });
    Thread t = start(f::run);
    for (; ; ) {
      try {
        f.exceptionNow();
        break;
      } catch (IllegalStateException e) {
        Thread.onSpinWait();
      }
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void stage_statesSpin() throws Exception {
    Cell c = new Cell();
    CompletableFuture<Integer> f = new CompletableFuture<>();
    Thread t =
        start(
            () -> {
              c.add();
              f.complete(1);
            });
    while (f.state() == Future.State.RUNNING) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void forkJoinTask_statesSpin() throws Exception {
    Cell c = new Cell();
    ForkJoinPool p = new ForkJoinPool(2);
    ForkJoinTask<?> f = p.submit((Runnable) c::add);
    while (f.state() == Future.State.RUNNING) {
      Thread.onSpinWait();
    }
    c.add();
    p.shutdown();
  }

  @Test
  @Tag(PROMISED)
  void forkJoinPool_scheduled() throws Exception {
    Cell c = new Cell();
    ForkJoinPool p = new ForkJoinPool(2);
    c.add();
    p.schedule(c::add, 20, TimeUnit.MICROSECONDS).get();
    c.add();
    CountDownLatch l = new CountDownLatch(3);
    Future<?> f =
        p.scheduleAtFixedRate(
            () -> {
              c.add();
              l.countDown();
            },
            0,
            20,
            TimeUnit.MICROSECONDS);
    l.await();
    f.cancel(false);
    p.close();
    c.add();
  }

  @Test
  @Tag(PROMISED)
  void forkJoinPool_fixedDelay_andTimeout() throws Exception {
    Cell c = new Cell();
    Cell d = new Cell();
    ForkJoinPool p = new ForkJoinPool(2);
    CountDownLatch l = new CountDownLatch(3);
    p.scheduleWithFixedDelay(
        () -> {
          c.add();
          l.countDown();
        },
        0,
        10,
        TimeUnit.MICROSECONDS);
    d.add();
    p.submitWithTimeout(d::add, 10, TimeUnit.SECONDS, null).get();
    d.add();
    l.await();
    p.shutdownNow();
    p.awaitTermination(10, TimeUnit.SECONDS);
    c.add();
  }

  @Test
  @Tag(PROMISED)
  void forkJoinPool_delayedTask_thenShutdown() throws Exception {
    Cell c = new Cell();
    ForkJoinPool p = new ForkJoinPool(2);
    c.add();
    p.schedule(c::add, 20, TimeUnit.MICROSECONDS);
    p.shutdown();
    if (!p.awaitTermination(10, TimeUnit.SECONDS)) {
      throw new AssertionError("not terminated");
    }
    c.add();
  }

  @Test
  @Tag(PROMISED)
  void virtualWorkers_ofAPool() throws Exception {
    Cell[] cs = cells(4);
    try (ExecutorService p = Executors.newFixedThreadPool(2, Thread.ofVirtual().factory())) {
      for (Cell c : cs) {
        c.add();
        p.execute(c::add);
      }
    }
    for (Cell c : cs) {
      c.add();
    }
  }
}
