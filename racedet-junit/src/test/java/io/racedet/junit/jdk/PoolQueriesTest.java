package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What can be asked of a pool, and orders by its locks and volatile fields. */
@RaceFree
class PoolQueriesTest extends PoolPrograms {
  @Test
  @Tag(IMPLEMENTED)
  void pool_activeCountZeroAfterLatch() throws Exception {
    Cell c = new Cell();
    ThreadPoolExecutor p = (ThreadPoolExecutor) Executors.newFixedThreadPool(2);
    CountDownLatch l = new CountDownLatch(1);
    p.execute(
        () -> {
          l.countDown();
          c.add();
        });
    l.await();
    while (p.getActiveCount() > 0) {
      Thread.onSpinWait();
    }
    c.add();
    end(p);
  }

  @Test
  @Tag(IMPLEMENTED)
  void activeCountOne_ofOtherSubmitter() throws Exception {
    Cell c = new Cell();
    ThreadPoolExecutor p = pool(1);
    CountDownLatch l = new CountDownLatch(1);
    Thread t =
        start(
            () -> {
              c.add();
              p.execute(unchecked(l::await));
            });
    while (p.getActiveCount() == 0) {
      Thread.onSpinWait();
    }
    c.add();
    l.countDown();
    t.join();
    end(p);
  }

  @Test
  @Tag(IMPLEMENTED)
  void completedTaskCountSpin() throws Exception {
    Cell[] cs = cells(2);
    ThreadPoolExecutor p = pool(2);
    for (Cell c : cs) {
      p.execute(c::add);
    }
    while (p.getCompletedTaskCount() < 2) {
      Thread.onSpinWait();
    }
    for (Cell c : cs) {
      c.add();
    }
    end(p);
  }

  @Test
  @Tag(IMPLEMENTED)
  void taskCountSpin_ofOtherSubmitter() throws Exception {
    Cell c = new Cell();
    Cell d = new Cell();
    ThreadPoolExecutor p = pool(1);
    CountDownLatch l = new CountDownLatch(1);
    Thread t =
        start(
            () -> {
              c.add();
              p.execute(unchecked(l::await));
              d.add();
              p.execute(() -> {});
            });
    while (p.getTaskCount() == 0) {
      Thread.onSpinWait();
    }
    c.add();
    while (p.getTaskCount() < 2) {
      Thread.onSpinWait();
    }
    d.add();
    l.countDown();
    t.join();
    end(p);
  }

  @Test
  @Tag(IMPLEMENTED)
  void poolSizeZeroSpin_afterTimeout() throws Exception {
    Cell[] cs = cells(2);
    ThreadPoolExecutor p =
        new ThreadPoolExecutor(2, 2, 1, TimeUnit.MICROSECONDS, new LinkedBlockingQueue<>());
    p.allowCoreThreadTimeOut(true);
    for (Cell c : cs) {
      p.execute(c::add);
    }
    while (p.getPoolSize() > 0) {
      Thread.onSpinWait();
    }
    for (Cell c : cs) {
      c.add();
    }
    end(p);
  }

  @Test
  @Tag(IMPLEMENTED)
  void largestPoolSizeSpin_ofOtherSubmitter() throws Exception {
    Cell c = new Cell();
    ThreadPoolExecutor p = pool(1);
    Thread t =
        start(
            () -> {
              c.add();
              p.execute(() -> {});
            });
    while (p.getLargestPoolSize() == 0) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
    end(p);
  }

  @Test
  @Tag(IMPLEMENTED)
  void isTerminatingSpin_ofOther() throws Exception {
    Cell c = new Cell();
    ThreadPoolExecutor p = pool(1);
    CountDownLatch l = new CountDownLatch(1);
    p.execute(unchecked(l::await));
    Thread t =
        start(
            () -> {
              c.add();
              p.shutdown();
            });
    while (!p.isTerminating()) {
      Thread.onSpinWait();
    }
    c.add();
    l.countDown();
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void settingsSpin_ofOther() throws Exception {
    Cell[] cs = cells(4);
    ThreadPoolExecutor p = pool(1);
    RejectedExecutionHandler discard = new ThreadPoolExecutor.DiscardPolicy();
    Thread t =
        start(
            () -> {
              cs[0].add();
              p.setMaximumPoolSize(7);
              cs[1].add();
              p.setCorePoolSize(5);
              cs[2].add();
              p.setKeepAliveTime(2, TimeUnit.SECONDS);
              cs[3].add();
              p.setRejectedExecutionHandler(discard);
            });
    while (p.getMaximumPoolSize() != 7) {
      Thread.onSpinWait();
    }
    cs[0].add();
    while (p.getCorePoolSize() != 5) {
      Thread.onSpinWait();
    }
    cs[1].add();
    while (p.getKeepAliveTime(TimeUnit.SECONDS) != 2) {
      Thread.onSpinWait();
    }
    cs[2].add();
    while (p.getRejectedExecutionHandler() != discard) {
      Thread.onSpinWait();
    }
    cs[3].add();
    t.join();
    end(p);
  }
}
