package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tasks that get into a pool, or leave it, by its queue. */
@RaceFree
class PoolQueueTest extends PoolPrograms {
  @Test
  @Tag(PROMISED)
  void pool_shutdownNow_returnedTasksRunByCaller() throws Exception {
    Cell c = new Cell();
    ThreadPoolExecutor p =
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    CountDownLatch never = new CountDownLatch(1);
    p.execute(
        () -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            // By shutdownNow: the worker ends.
          }
        });
    Thread t =
        start(
            () -> {
              c.add();
              try {
                p.execute(c::add);
              } catch (RejectedExecutionException e) {
                // The pool was shut down before: the task runs nowhere.
              }
            });
    for (int i = 0; i < 20000 && p.getQueue().isEmpty(); i++) {
      Thread.onSpinWait();
    }
    for (Runnable r : p.shutdownNow()) {
      r.run();
    }
    t.join();
    p.awaitTermination(10, TimeUnit.SECONDS);
  }

  @Test
  @Tag(PROMISED)
  void scheduledPool_shutdownNow_returnedTasksRunByCaller() throws Exception {
    Cell c = new Cell();
    ScheduledThreadPoolExecutor p = new ScheduledThreadPoolExecutor(1);
    Thread t =
        start(
            () -> {
              c.add();
              try {
                p.schedule(
                    () -> {
                      c.add();
                    },
                    1,
                    TimeUnit.HOURS);
              } catch (RejectedExecutionException e) {
                // The pool was shut down before: the task runs nowhere.
              }
            });
    for (int i = 0; i < 20000 && p.getQueue().isEmpty(); i++) {
      Thread.onSpinWait();
    }
    for (Runnable r : p.shutdownNow()) {
      if (r instanceof FutureTask<?> f) {
        c.add();
      }
    }
    t.join();
    p.awaitTermination(10, TimeUnit.SECONDS);
  }

  @Test
  @Tag(PROMISED)
  void pool_discardOldestRunByHandler() throws Exception {
    Cell[] cs = cells(6);
    ThreadPoolExecutor p =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(1),
            (r, e) -> {
              Runnable old = e.getQueue().poll();
              if (old != null) {
                old.run();
              }
              e.execute(r);
            });
    CountDownLatch done = new CountDownLatch(6);
    inParallel(
        () -> {
          for (int i = 0; i < 3; i++) {
            Cell c = cs[i];
            c.add();
            p.execute(
                () -> {
                  c.add();
                  done.countDown();
                });
          }
        },
        () -> {
          for (int i = 3; i < 6; i++) {
            Cell c = cs[i];
            c.add();
            p.execute(
                () -> {
                  c.add();
                  done.countDown();
                });
          }
        });
    done.await();
    for (Cell c : cs) {
      c.add();
    }
    end(p);
  }

  @Test
  @Tag(PROMISED)
  void pool_removedTaskRunByRemover() throws Exception {
    Cell c = new Cell();
    ThreadPoolExecutor p =
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    CountDownLatch go = new CountDownLatch(1);
    p.execute(unchecked(go::await));
    Runnable task = () -> c.add();
    Thread t =
        start(
            () -> {
              c.add();
              p.execute(task);
            });
    for (int i = 0; i < 1000; i++) {
      if (p.remove(task)) {
        task.run();
        break;
      }
    }
    t.join();
    go.countDown();
    end(p);
  }

  @Test
  @Tag(PROMISED)
  void taskTakenFromItsQueue_runByTaker() throws Exception {
    Cell c = new Cell();
    ThreadPoolExecutor p = pool(1);
    CountDownLatch go = new CountDownLatch(1);
    p.execute(unchecked(go::await));
    Thread t =
        start(
            () -> {
              c.add();
              p.execute(c::add);
            });
    p.getQueue().take().run();
    c.add();
    go.countDown();
    t.join();
    end(p);
  }

  @Test
  @Tag(PROMISED)
  void taskPutIntoItsQueue_runByWorker() throws Exception {
    Cell c = new Cell();
    ThreadPoolExecutor p = pool(1);
    p.prestartCoreThread();
    CountDownLatch done = new CountDownLatch(1);
    Thread t =
        start(
            () -> {
              c.add();
              p.getQueue()
                  .put(
                      () -> {
                        c.add();
                        done.countDown();
                      });
            });
    done.await();
    c.add();
    t.join();
    end(p);
  }

  @Test
  @Tag(PROMISED)
  void taskPutIntoItsQueue_removedThroughThePool() throws Exception {
    Cell c = new Cell();
    ThreadPoolExecutor p = pool(1);
    Runnable task = () -> c.add();
    Thread t =
        start(
            () -> {
              c.add();
              p.getQueue().put(task);
            });
    while (!p.remove(task)) {
      Thread.onSpinWait();
    }
    task.run();
    t.join();
    end(p);
  }

  @Test
  @Tag(PROMISED)
  void rejectedTask_wrappedAndPut() throws Exception {
    Cell[] cs = cells(4);
    CountDownLatch done = new CountDownLatch(4);
    ThreadPoolExecutor p =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(1),
            (r, e) -> {
              try {
                e.getQueue().put(() -> r.run());
              } catch (InterruptedException x) {
                throw new IllegalStateException(x);
              }
            });
    Step submit =
        () -> {
          for (Cell c : cs) {
            synchronized (c) {
              c.add();
            }
          }
        };
    submit.run();
    for (Cell c : cs) {
      p.execute(
          () -> {
            c.add();
            done.countDown();
          });
    }
    done.await();
    for (Cell c : cs) {
      c.add();
    }
    end(p);
  }

  @Test
  @Tag(PROMISED)
  void callerRuns_whatIsRejected() throws Exception {
    Cell[] cs = cells(6);
    ThreadPoolExecutor p =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            new ThreadPoolExecutor.CallerRunsPolicy());
    inParallel(
        () -> {
          for (int i = 0; i < 3; i++) {
            cs[i].add();
            p.execute(cs[i]::add);
          }
        },
        () -> {
          for (int i = 3; i < 6; i++) {
            cs[i].add();
            p.execute(cs[i]::add);
          }
        });
    end(p);
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void oldestDiscarded_theOthersRun() throws Exception {
    Cell[] cs = cells(6);
    ThreadPoolExecutor p =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(1),
            new ThreadPoolExecutor.DiscardOldestPolicy());
    inParallel(
        () -> {
          for (int i = 0; i < 3; i++) {
            cs[i].add();
            p.execute(cs[i]::add);
          }
        },
        () -> {
          for (int i = 3; i < 6; i++) {
            cs[i].add();
            p.execute(cs[i]::add);
          }
        });
    end(p);
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void everyKindOfQueue_handsTasksOver() throws Exception {
    Cell[] cs = cells(4);
    List<BlockingQueue<Runnable>> queues =
        List.of(
            new LinkedBlockingQueue<>(),
            new ArrayBlockingQueue<>(2),
            new LinkedBlockingDeque<>(),
            new LinkedTransferQueue<>());
    BlockingQueue<Runnable> queue = queues.get(ThreadLocalRandom.current().nextInt(queues.size()));
    ThreadPoolExecutor p = new ThreadPoolExecutor(2, 4, 1, TimeUnit.SECONDS, queue);
    for (Cell c : cs) {
      c.add();
      p.execute(c::add);
    }
    end(p);
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void cancelledTasks_purged() throws Exception {
    Cell c = new Cell();
    ThreadPoolExecutor p = pool(1);
    CountDownLatch go = new CountDownLatch(1);
    p.execute(unchecked(go::await));
    Future<?> f = p.submit(c::add);
    c.add();
    if (f.cancel(false)) {
      p.purge();
      c.add();
    }
    go.countDown();
    end(p);
  }

  @Test
  @Tag(PROMISED)
  void invokeAllByTwoThreads_onOnePool() throws Exception {
    ThreadPoolExecutor p = pool(2);
    Step all =
        () -> {
          Cell[] cs = cells(2);
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
        };
    inParallel(all, all);
    end(p);
  }
}
