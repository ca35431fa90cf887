package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import java.util.ArrayList;
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
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What one thread sets, or puts into the queue of a pool, and another one asks for. */
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
          Programs.run(end::await);
        });
    begun.await();
    step.run();
    end.countDown();
    pool.shutdownNow();
    pool.awaitTermination(1, TimeUnit.MINUTES);
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
    return Stream.of(settings(), queues(), emptiedQueues(), forkJoin()).flatMap(rows -> rows);
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
