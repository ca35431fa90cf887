package io.racedet.junit.jdk;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tasks that are not ordered: each program has a race, which must be found. */
@ExpectRace(with = @RaceFree(timeLimit = "20s", repetitions = 1000000))
class RacyTasksTest extends JdkPrograms {
  static ThreadPoolExecutor pool(int size) {
    return new ThreadPoolExecutor(size, size, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  }

  @Test
  void pool_oneRunnableSubmittedTwice() throws Exception {
    Cell c = new Cell();
    AtomicInteger n = new AtomicInteger();
    ExecutorService p = Executors.newSingleThreadExecutor();
    Runnable r =
        () -> {
          if (n.getPlain() == 0) {
            n.setPlain(1);
            c.add();
          }
        };
    Thread t =
        start(
            () -> {
              spin(500);
              c.add();
              p.execute(r);
            });
    Thread u =
        start(
            () -> {
              p.execute(r);
            });
    join(t, u);
    p.shutdown();
  }

  @Test
  @Tag(SMOKE)
  void pool_tasksOfTwoWorkers() throws Exception {
    Cell c = new Cell();
    ThreadPoolExecutor p = pool(2);
    p.execute(c::add);
    p.execute(c::add);
    p.shutdown();
    p.awaitTermination(10, TimeUnit.SECONDS);
  }

  @Test
  void pool_afterTheSubmission() throws Exception {
    Cell c = new Cell();
    ThreadPoolExecutor p = pool(2);
    p.execute(c::add);
    c.add();
    p.shutdown();
    p.awaitTermination(10, TimeUnit.SECONDS);
  }

  @Test
  void pool_shutdownDoesNotWait() throws Exception {
    Cell c = new Cell();
    ThreadPoolExecutor p = pool(2);
    p.execute(c::add);
    p.shutdown();
    p.isShutdown();
    c.add();
    p.awaitTermination(10, TimeUnit.SECONDS);
  }

  @Test
  void pool_queriesDoNotWait() throws Exception {
    Cell c = new Cell();
    ThreadPoolExecutor p = pool(2);
    p.execute(c::add);
    p.getActiveCount();
    p.getCompletedTaskCount();
    c.add();
    p.shutdown();
    p.awaitTermination(10, TimeUnit.SECONDS);
  }

  @Test
  void pool_awaitTermination_timesOut() throws Exception {
    Cell c = new Cell();
    ThreadPoolExecutor p = pool(1);
    p.execute(
        () -> {
          pause(100);
          c.add();
        });
    p.shutdown();
    if (!p.awaitTermination(1, TimeUnit.NANOSECONDS)) {
      c.add();
    }
    p.awaitTermination(10, TimeUnit.SECONDS);
  }

  @Test
  void pool_submittersOfOnePool() throws Exception {
    Cell c = new Cell();
    ThreadPoolExecutor p = pool(1);
    Step b =
        () -> {
          p.execute(() -> {});
          c.add();
        };
    inParallel(b, b);
    p.shutdown();
    p.awaitTermination(10, TimeUnit.SECONDS);
  }

  @Test
  void scheduledPool_submittersOfOnePool() throws Exception {
    Cell c = new Cell();
    ScheduledExecutorService p = Executors.newScheduledThreadPool(1);
    Step b =
        () -> {
          p.schedule(() -> {}, 1, TimeUnit.HOURS);
          c.add();
        };
    inParallel(b, b);
    p.shutdownNow();
    p.awaitTermination(10, TimeUnit.SECONDS);
  }

  @Test
  void scheduledPool_twoPeriodicTasks() throws Exception {
    Cell c = new Cell();
    ScheduledExecutorService p = Executors.newScheduledThreadPool(2);
    CountDownLatch l = new CountDownLatch(4);
    for (int i = 0; i < 2; i++) {
      p.scheduleAtFixedRate(
          () -> {
            c.add();
            l.countDown();
          },
          0,
          30,
          TimeUnit.MICROSECONDS);
    }
    l.await();
    p.shutdownNow();
    p.awaitTermination(10, TimeUnit.SECONDS);
  }

  @Test
  void futureTask_isDoneBeforeItIs() throws Exception {
    Cell c = new Cell();
    FutureTask<Integer> f = new FutureTask<>(() -> c.add());
    Thread t = new Thread(f);
    t.start();
    f.isDone();
    f.isCancelled();
    c.add();
    t.join();
  }

  @Test
  void futureTask_cancelledWhileItRuns() throws Exception {
    Cell c = new Cell();
    CountDownLatch l = new CountDownLatch(1);
    FutureTask<Integer> f =
        new FutureTask<>(
            () -> {
              l.countDown();
              return c.add();
            });
    Thread t = new Thread(f);
    t.start();
    l.await();
    if (f.cancel(false)) {
      c.add();
    }
    t.join();
  }

  @Test
  void futureTask_getTimesOut() throws Exception {
    Cell c = new Cell();
    FutureTask<Integer> f =
        new FutureTask<>(
            () -> {
              pause(100);
              return c.add();
            });
    Thread t = new Thread(f);
    t.start();
    try {
      f.get(1, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      c.add();
    }
    t.join();
  }

  @Test
  void stage_completionThatLoses() throws Exception {
    Cell c = new Cell();
    CompletableFuture<Integer> f = new CompletableFuture<>();
    Thread t =
        start(
            () -> {
              c.add();
              f.complete(1);
            });
    Thread u = start(() -> f.complete(2));
    if (f.join() == 2) {
      c.add();
    }
    join(t, u);
  }

  @Test
  void stage_failureThatLoses() throws Exception {
    Cell c = new Cell();
    CompletableFuture<Integer> f = new CompletableFuture<>();
    CompletableFuture<Integer> g =
        f.thenApply(
            x -> {
              c.add();
              throw new IllegalStateException("wanted");
            });
    Thread t = start(() -> f.complete(1));
    Thread u = start(() -> g.complete(2));
    try {
      if (g.join() == 2) {
        c.add();
      }
    } catch (CompletionException e) {
      c.get();
    }
    join(t, u);
  }

  @Test
  void stage_registrationsOrderNothing() throws Exception {
    Cell c = new Cell();
    CompletableFuture<Integer> f = new CompletableFuture<>();
    Step b =
        () -> {
          c.add();
          f.thenRun(() -> {});
        };
    inParallel(b, b);
    f.complete(1);
  }

  @Test
  void stage_notYetThere() throws Exception {
    Cell c = new Cell();
    CompletableFuture<Integer> f = new CompletableFuture<>();
    Thread t =
        start(
            () -> {
              c.add();
              f.complete(1);
            });
    if (f.getNow(0) == 0) {
      c.add();
    }
    t.join();
  }

  @Test
  @Tag(SMOKE)
  void stage_twoAsyncDependents() throws Exception {
    Cell c = new Cell();
    ThreadPoolExecutor p = pool(2);
    CompletableFuture<Integer> f = new CompletableFuture<>();
    CompletableFuture<Void> g = f.thenRunAsync(c::add, p);
    CompletableFuture<Void> h = f.thenRunAsync(c::add, p);
    f.complete(1);
    CompletableFuture.allOf(g, h).join();
    p.shutdown();
  }

  @Test
  void forkJoin_notJoined() throws Exception {
    Cell c = new Cell();
    ForkJoinPool p = new ForkJoinPool(2);
    ForkJoinTask<?> f = p.submit((Runnable) c::add);
    f.isDone();
    c.add();
    f.join();
    p.shutdown();
  }

  @Test
  @Tag(SMOKE)
  void forkJoin_siblings() throws Exception {
    Cell c = new Cell();
    ForkJoinPool p = new ForkJoinPool(2);
    ForkJoinTask<?> f = p.submit((Runnable) c::add);
    ForkJoinTask<?> g = p.submit((Runnable) c::add);
    f.join();
    g.join();
    p.shutdown();
  }

  @Test
  @Tag(SMOKE)
  void stream_forEachWithOneCell() throws Exception {
    Cell c = new Cell();
    ForkJoinPool p = new ForkJoinPool(2);
    p.submit(() -> IntStream.range(0, 8).parallel().forEach(i -> c.add())).join();
    p.shutdown();
  }

  @Test
  @Tag(SMOKE)
  void timer_twoTimers() throws Exception {
    Cell c = new Cell();
    Timer a = new Timer(true), b = new Timer(true);
    CountDownLatch l = new CountDownLatch(2);
    for (Timer t : List.of(a, b)) {
      t.schedule(
          new TimerTask() {
            @Override
            public void run() {
              c.add();
              l.countDown();
            }
          },
          0);
    }
    l.await();
    a.cancel();
    b.cancel();
  }

  @Test
  void timer_cancelDoesNotWait() throws Exception {
    Cell c = new Cell();
    Timer a = new Timer(true);
    CountDownLatch l = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    TimerTask task =
        new TimerTask() {
          @Override
          public void run() {
            l.countDown();
            c.add();
            end.countDown();
          }
        };
    a.schedule(task, 0);
    l.await();
    task.cancel();
    a.cancel();
    c.add();
    end.await();
  }

  private static void clearTwice(Executor executor) {
    List<Integer> list = new ArrayList<>(List.of(1));
    CompletableFuture<Void> first = CompletableFuture.runAsync(list::clear, executor);
    CompletableFuture<Void> second = CompletableFuture.runAsync(list::clear, executor);
    first.join();
    second.join();
  }

  @Test
  void stages_ofAnExecutorOfTheProgram_changeOneList() {
    clearTwice(task -> start(task::run));
  }

  @Test
  void stages_ofWorkersOfAWrappingFactory_changeOneList() {
    ExecutorService p = Executors.newFixedThreadPool(2, task -> thread(task::run));
    clearTwice(p);
    p.shutdown();
  }
}
