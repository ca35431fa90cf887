package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The end and the rest of fork/join pools. */
@RaceFree
class ForkJoinPoolTest extends PoolPrograms {
  @Test
  @Tag(PROMISED)
  void pool_awaitTermination() throws Exception {
    Cell[] cs = cells(4);
    ForkJoinPool p = new ForkJoinPool(3);
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
  void pool_isTerminatedSpin() throws Exception {
    Cell[] cs = cells(4);
    ForkJoinPool p = new ForkJoinPool(3);
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
  void pool_shutdownNow_awaitTermination() throws Exception {
    Cell[] cs = cells(4);
    ForkJoinPool p = new ForkJoinPool(2);
    for (Cell c : cs) {
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
  @Tag(PROMISED)
  void pool_awaitQuiescence() throws Exception {
    Cell[] cs = cells(4);
    ForkJoinPool p = new ForkJoinPool(3);
    for (Cell c : cs) {
      p.execute(c::add);
    }
    if (p.awaitQuiescence(10, TimeUnit.SECONDS)) {
      for (Cell c : cs) {
        c.add();
      }
    }
    p.shutdown();
  }

  @Test
  @Tag(PROMISED)
  void pool_isQuiescentSpin() throws Exception {
    Cell[] cs = cells(3);
    ForkJoinPool p = new ForkJoinPool(2);
    for (Cell c : cs) {
      p.execute(c::add);
    }
    while (!p.isQuiescent()) {
      Thread.yield();
    }
    for (Cell c : cs) {
      c.add();
    }
    p.shutdown();
  }

  @Test
  @Tag(IMPLEMENTED)
  void pool_activeThreadCountSpin() throws Exception {
    Cell c = new Cell();
    CountDownLatch l = new CountDownLatch(1);
    ForkJoinPool p = new ForkJoinPool(2);
    p.execute(
        () -> {
          l.countDown();
          c.add();
        });
    l.await();
    while (p.getActiveThreadCount() > 0) {
      Thread.yield();
    }
    c.add();
    p.shutdown();
  }

  @Test
  @Tag(IMPLEMENTED)
  void pool_isShutdownSpin() throws Exception {
    Cell c = new Cell();
    ForkJoinPool p = new ForkJoinPool(2);
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
  @Tag(PROMISED)
  void asyncPool_eventsInTheirOrder() throws Exception {
    Cell[] cs = cells(3);
    ForkJoinPool p =
        new ForkJoinPool(2, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);
    CountDownLatch l = new CountDownLatch(3);
    for (Cell c : cs) {
      c.add();
      p.execute(
          () -> {
            c.add();
            ForkJoinTask.adapt(
                    () -> {
                      c.add();
                      l.countDown();
                    })
                .fork();
          });
    }
    l.await();
    for (Cell c : cs) {
      c.add();
    }
    p.shutdown();
  }

  @Test
  @Tag(PROMISED)
  void managedBlocker_compensated() throws Exception {
    Cell c = new Cell();
    ForkJoinPool p = new ForkJoinPool(1);
    CountDownLatch l = new CountDownLatch(1);
    ForkJoinTask<?> f =
        p.submit(
            unchecked(
                () ->
                    ForkJoinPool.managedBlock(
                        new ForkJoinPool.ManagedBlocker() {
                          @Override
                          public boolean block() throws InterruptedException {
                            l.await();
                            return true;
                          }

                          @Override
                          public boolean isReleasable() {
                            return l.getCount() == 0;
                          }
                        })));
    ForkJoinTask<?> g =
        p.submit(
            () -> {
              c.add();
              l.countDown();
            });
    f.join();
    c.add();
    g.join();
    p.shutdown();
  }

  @Test
  @Tag(IMPLEMENTED)
  void pool_rejectedAfterShutdown() throws Exception {
    Cell c = new Cell();
    ForkJoinPool p = new ForkJoinPool(2);
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
  }

  @Test
  @Tag(IMPLEMENTED)
  void pool_notQuiescent_otherHasSubmitted() throws Exception {
    Cell c = new Cell();
    CountDownLatch end = new CountDownLatch(1);
    ForkJoinPool p = new ForkJoinPool(2);
    Thread t =
        start(
            () -> {
              c.add();
              p.execute(unchecked(end::await));
            });
    while (p.isQuiescent()) {
      Thread.yield();
    }
    c.add();
    end.countDown();
    t.join();
    p.shutdown();
  }

  @Test
  @Tag(IMPLEMENTED)
  void pool_queuedSubmissions_otherHasSubmitted() throws Exception {
    Cell[] cs = cells(2);
    CountDownLatch end = new CountDownLatch(1);
    ForkJoinPool p = new ForkJoinPool(1);
    p.execute(unchecked(end::await));
    while (p.hasQueuedSubmissions()) {
      Thread.yield();
    }
    Thread t =
        start(
            () -> {
              cs[0].add();
              p.submit(cs[1]::add);
            });
    while (!p.hasQueuedSubmissions()) {
      Thread.yield();
    }
    cs[0].add();
    if (p.getQueuedSubmissionCount() > 0) {
      cs[0].add();
    }
    end.countDown();
    t.join();
    p.shutdown();
  }

  @Test
  @Tag(IMPLEMENTED)
  void pool_shutdownNow_cancelsATaskThatOthersJoin() throws Exception {
    Cell c = new Cell();
    CountDownLatch end = new CountDownLatch(1);
    ForkJoinPool p = new ForkJoinPool(1);
    p.execute(
        () -> {
          try {
            end.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // by the end of the pool
          }
        });
    ForkJoinTask<?> task = p.submit(() -> {});
    Thread t =
        start(
            () -> {
              c.add();
              p.shutdownNow();
            });
    while (!task.isDone()) {
      Thread.onSpinWait();
    }
    if (task.isCancelled()) {
      c.add();
    }
    end.countDown();
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void pool_invokeAllAfterShutdown_isRejected() throws Exception {
    Cell c = new Cell();
    ForkJoinPool p = new ForkJoinPool(2);
    Thread t =
        start(
            () -> {
              c.add();
              p.shutdown();
            });
    try {
      p.invokeAll(List.of(() -> 1));
      p.invokeAll(List.of(() -> 2), 1, TimeUnit.SECONDS);
    } catch (RejectedExecutionException e) {
      c.add();
    }
    t.join();
  }
}
