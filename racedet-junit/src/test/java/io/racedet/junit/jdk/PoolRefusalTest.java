package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a pool that takes no task tells about those that have filled it, or have shut it down. */
@RaceFree
class PoolRefusalTest extends JdkPrograms {
  /** Two threads fill a pool: the one that is refused is after the one that is not. */
  private static void fill(BlockingQueue<Runnable> queue) throws Exception {
    ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, queue);
    Cell[] cells = cells(2);
    CountDownLatch end = new CountDownLatch(1);
    Step[] steps = new Step[2];
    for (int i = 0; i < 2; i++) {
      Cell own = cells[i];
      Cell other = cells[1 - i];
      steps[i] =
          () -> {
            own.add();
            int taken = 0;
            try {
              for (; ; ) {
                pool.execute(unchecked(end::await));
                taken++;
              }
            } catch (RejectedExecutionException e) {
              if (taken == 0) {
                other.add();
              }
            }
          };
    }
    inParallel(steps);
    end.countDown();
    pool.shutdown();
  }

  @Test
  @Tag(IMPLEMENTED)
  void poolWithoutQueue_rejects_otherHasStartedItsWorker() throws Exception {
    fill(new SynchronousQueue<>());
  }

  @Test
  @Tag(IMPLEMENTED)
  void poolWithFullQueue_rejects_otherHasStartedItsWorker() throws Exception {
    fill(new ArrayBlockingQueue<>(1));
  }

  @Test
  @Tag(IMPLEMENTED)
  void scheduledPool_shutDownWhileATaskIsAdded() throws Exception {
    ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
    Cell cell = new Cell();
    Step shutDown =
        () -> {
          cell.add();
          pool.shutdownNow();
        };
    Step schedule =
        () -> {
          try {
            if (pool.schedule(() -> {}, 1, TimeUnit.HOURS).isCancelled()) {
              cell.add();
            }
          } catch (RejectedExecutionException e) {
            cell.add();
          }
        };
    inParallel(shutDown, schedule);
  }
}
