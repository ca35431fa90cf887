package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What one thread sets, puts into the queue of a pool, or does with it, and another asks for. */
class PoolCallEdgesTest extends EdgesTestCase {
  private interface Calling<P> {
    boolean call(P pool) throws Exception;
  }

  private interface Change<P> {
    void of(P pool) throws Exception;
  }

  private static final long HOUR = 3600;

  private static ThreadPoolExecutor pool() {
    return new ThreadPoolExecutor(1, 9, HOUR, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  }

  private static Arguments set(
      String name, Change<ThreadPoolExecutor> set, Calling<ThreadPoolExecutor> get) {
    return edge(
        name,
        () -> {
          ThreadPoolExecutor pool = pool();
          handOver(() -> set.of(pool), () -> untilTrue(() -> get.call(pool)));
          pool.shutdown();
        });
  }

  private static Stream<Arguments> settings() {
    ThreadFactory factory = Thread::new;
    RejectedExecutionHandler handler = new ThreadPoolExecutor.DiscardPolicy();
    return Stream.of(
        set("corePoolSize", p -> p.setCorePoolSize(3), p -> p.getCorePoolSize() == 3),
        set("maximumPoolSize", p -> p.setMaximumPoolSize(3), p -> p.getMaximumPoolSize() == 3),
        set(
            "keepAliveTime",
            p -> p.setKeepAliveTime(3, TimeUnit.SECONDS),
            p -> p.getKeepAliveTime(TimeUnit.SECONDS) == 3),
        set(
            "allowCoreThreadTimeOut",
            p -> p.allowCoreThreadTimeOut(true),
            ThreadPoolExecutor::allowsCoreThreadTimeOut),
        set(
            "threadFactory",
            p -> p.setThreadFactory(factory),
            p -> p.getThreadFactory() == factory),
        set(
            "handler",
            p -> p.setRejectedExecutionHandler(handler),
            p -> p.getRejectedExecutionHandler() == handler));
  }

  /** Runs a step while the only worker of a pool is busy. */
  private static <P extends AbstractExecutorService> void whileBusy(P pool, Programs.Step step)
      throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    pool.execute(
        () -> {
          begun.countDown();
          awaitAnyway(end);
        });
    begun.await();
    step.run();
    end.countDown();
    pool.shutdownNow();
    pool.awaitTermination(1, TimeUnit.MINUTES);
  }

  private static void awaitAnyway(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        // From shutdownNow: the pool shall not end.
      }
    }
  }

  /** What one thread does with a busy pool, for which another one then waits in vain. */
  private static <P extends AbstractExecutorService> Arguments notEnded(
      String name, Supplier<P> made, Change<P> before, Change<P> change, Calling<P> isEnded) {
    return edge(
        name,
        () -> {
          P pool = made.get();
          whileBusy(
              pool,
              () -> {
                before.of(pool);
                handOver(
                    () -> {
                      change.of(pool);
                      whisper("changed");
                    },
                    () -> {
                      hear("changed");
                      if (isEnded.call(pool)) {
                        throw new IllegalStateException("has ended");
                      }
                    });
              });
        });
  }

  private static Arguments notEnded(
      String name, Change<ThreadPoolExecutor> before, Change<ThreadPoolExecutor> change) {
    return notEnded(name, before, change, PoolCallEdgesTest::awaits);
  }

  private static Arguments notEnded(
      String name,
      Change<ThreadPoolExecutor> before,
      Change<ThreadPoolExecutor> change,
      Calling<ThreadPoolExecutor> isEnded) {
    return notEnded(
        "busy pool: " + name,
        () -> new ThreadPoolExecutor(2, 2, HOUR, TimeUnit.SECONDS, new LinkedBlockingQueue<>()),
        before,
        change,
        isEnded);
  }

  private static boolean awaits(ExecutorService pool) throws InterruptedException {
    return pool.awaitTermination(1, TimeUnit.MILLISECONDS);
  }

  private static Stream<Arguments> busyPools() {
    Change<ThreadPoolExecutor> nothing = pool -> {};
    return Stream.of(
        notEnded("start of a worker", nothing, pool -> pool.execute(() -> {})),
        notEnded(
            "start of a worker, isTerminated",
            nothing,
            pool -> pool.execute(() -> {}),
            ThreadPoolExecutor::isTerminated),
        notEnded("shutdown", nothing, ThreadPoolExecutor::shutdown),
        notEnded("second shutdown", ThreadPoolExecutor::shutdown, ThreadPoolExecutor::shutdown),
        notEnded(
            "second shutdownNow", ThreadPoolExecutor::shutdownNow, ThreadPoolExecutor::shutdownNow),
        notEnded("awaitTermination", nothing, PoolCallEdgesTest::awaits));
  }

  private static Arguments notQuiet(
      String name, Change<ForkJoinPool> change, Calling<ForkJoinPool> isEnded) {
    return notEnded(
        "busy fork/join pool: " + name, () -> new ForkJoinPool(2), pool -> {}, change, isEnded);
  }

  private static boolean ends(ForkJoinPool pool) throws InterruptedException {
    pool.shutdown();
    return awaits(pool);
  }

  private static void callAll(ForkJoinPool pool) {
    pool.invokeAll(List.of(() -> null));
  }

  private static Stream<Arguments> busyForkJoin() {
    return Stream.of(
        notQuiet("start of a worker", pool -> pool.execute(() -> {}), PoolCallEdgesTest::ends),
        notQuiet("invokeAll", PoolCallEdgesTest::callAll, ForkJoinPool::isQuiescent),
        notQuiet("shutdown", ForkJoinPool::shutdown, PoolCallEdgesTest::awaits),
        notQuiet("awaitTermination", PoolCallEdgesTest::awaits, PoolCallEdgesTest::awaits),
        runs("awaitQuiescence", pool -> pool.awaitQuiescence(1, TimeUnit.MILLISECONDS)));
  }

  /** What is before a task that still runs; who waits could help with one that does not. */
  private static Arguments runs(String name, Calling<ForkJoinPool> isEnded) {
    return edge(
        "busy fork/join pool: running task, " + name,
        () -> {
          ForkJoinPool pool = new ForkJoinPool(1);
          handOver(
              () ->
                  pool.execute(
                      () -> {
                        whisper("running");
                        hear("asked");
                      }),
              () -> {
                hear("running");
                if (isEnded.call(pool)) {
                  throw new IllegalStateException("has ended");
                }
                whisper("asked");
              });
          pool.shutdown();
        });
  }

  /** A task that is due, or is not for long, and who finds it in the queue. */
  private static Arguments queued(String name, long delay, Calling<BlockingQueue<Runnable>> look) {
    return edge(
        "queue of a scheduled pool: " + name,
        () -> {
          ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
          whileBusy(
              pool,
              () ->
                  handOver(
                      () -> {
                        pool.schedule(() -> {}, delay, TimeUnit.SECONDS);
                        whisper("scheduled");
                      },
                      () -> {
                        hear("scheduled");
                        if (!look.call(pool.getQueue())) {
                          throw new IllegalStateException("nothing there");
                        }
                      }));
        });
  }

  private static Stream<Arguments> queues() {
    return Stream.of(
        queued("poll", 0, q -> q.poll() != null),
        queued("poll with a limit", 0, q -> q.poll(1, TimeUnit.SECONDS) != null),
        queued("take", 0, q -> q.take() != null),
        queued("drainTo", 0, q -> q.drainTo(new ArrayList<>()) == 1),
        queued("drainTo of some", 0, q -> q.drainTo(new ArrayList<>(), 1) == 1),
        queued("peek", HOUR, q -> q.peek() != null),
        queued("size", HOUR, q -> q.size() == 1),
        queued("isEmpty", HOUR, q -> !q.isEmpty()),
        queued("toArray", HOUR, q -> q.toArray().length == 1),
        queued("toArray(T[])", HOUR, q -> q.toArray(new Runnable[0]).length == 1),
        queued("iterator", HOUR, q -> q.iterator().next() != null),
        queued("stream", HOUR, q -> q.stream().count() == 1),
        queued("remove", HOUR, q -> q.remove(q.peek())));
  }

  /** Who takes a task out of the queue of a scheduled pool, and who finds that it is gone. */
  private static Arguments emptied(String name, long delay, Calling<BlockingQueue<Runnable>> take) {
    return edge(
        "emptied queue of a scheduled pool: " + name,
        () -> {
          ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
          whileBusy(
              pool,
              () -> {
                pool.schedule(() -> {}, delay, TimeUnit.SECONDS);
                handOver(
                    () -> take.call(pool.getQueue()), () -> untilTrue(pool.getQueue()::isEmpty));
              });
        });
  }

  private static Stream<Arguments> emptiedQueues() {
    return Stream.of(
        emptied("poll", 0, q -> q.poll() != null),
        emptied("poll with a limit", 0, q -> q.poll(1, TimeUnit.SECONDS) != null),
        emptied("take", 0, q -> q.take() != null),
        emptied("drainTo", 0, q -> q.drainTo(new ArrayList<>()) == 1),
        emptied("remove", HOUR, q -> q.remove(q.peek())),
        emptied("clear", HOUR, q -> clears(q)));
  }

  private static boolean clears(BlockingQueue<Runnable> queue) {
    queue.clear();
    return true;
  }

  private static Arguments ended(
      String name, Change<ExecutorService> end, Calling<ForkJoinPool> isSeen) {
    return edge(
        "fork/join pool: " + name,
        () -> {
          ForkJoinPool pool = new ForkJoinPool(1);
          handOver(() -> end.of(pool), () -> untilTrue(() -> isSeen.call(pool)));
          pool.awaitTermination(1, TimeUnit.MINUTES);
        });
  }

  /** A task made before, which one thread hands over and a worker runs. */
  private static Arguments handedOver(String name, Handing handing) {
    return edge(
        "fork/join pool: " + name,
        () -> {
          ForkJoinPool pool = new ForkJoinPool(1);
          Programs.Cell cell = new Programs.Cell();
          ForkJoinTask<?> task = ForkJoinTask.adapt(() -> cell.data++);
          Programs.inParallel(
              () -> {
                cell.data = 1;
                handing.hand(pool, task);
              });
          pool.shutdown();
          pool.awaitTermination(1, TimeUnit.MINUTES);
        });
  }

  private interface Handing {
    void hand(ForkJoinPool pool, ForkJoinTask<?> task);
  }

  private static Stream<Arguments> forkJoin() {
    return Stream.of(
        ended("shutdown, isShutdown", ExecutorService::shutdown, ForkJoinPool::isShutdown),
        ended("shutdownNow, isShutdown", ExecutorService::shutdownNow, ForkJoinPool::isShutdown),
        ended(
            "shutdownNow, isTerminated", ExecutorService::shutdownNow, ForkJoinPool::isTerminated),
        handedOver("execute", ForkJoinPool::execute),
        handedOver("submit", ForkJoinPool::submit),
        handedOver("invoke", ForkJoinPool::invoke));
  }

  static Stream<Arguments> edges() {
    return Stream.of(settings(), queues(), emptiedQueues(), forkJoin(), busyPools(), busyForkJoin())
        .flatMap(rows -> rows);
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        edge(
            "two settings",
            () -> {
              ThreadPoolExecutor pool = pool();
              handOver(
                  () -> {
                    pool.getCorePoolSize();
                    whisper("asked");
                  },
                  () -> {
                    hear("asked");
                    pool.getMaximumPoolSize();
                  });
            }));
  }
}
