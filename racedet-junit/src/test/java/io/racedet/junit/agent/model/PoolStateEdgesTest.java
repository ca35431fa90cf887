package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Step;
import java.lang.invoke.MethodType;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * What a pool decides by the number of its workers, by its shutdown and by what is in its queue.
 */
class PoolStateEdgesTest extends EdgesTestCase {
  private interface Use {
    void of(ThreadPoolExecutor pool) throws Exception;
  }

  private static final Runnable NOTHING = () -> {};

  private static ThreadPoolExecutor pool(int size) {
    return new ThreadPoolExecutor(size, size, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>());
  }

  /** Ends a pool, and waits for that. */
  private static void end(ThreadPoolExecutor pool) throws Exception {
    pool.shutdown();
    check(pool.awaitTermination(1, TimeUnit.MINUTES));
  }

  /** Runs a step while a task of the pool runs, and then ends the pool. */
  private static void whileBusy(ThreadPoolExecutor pool, Step step) throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    pool.execute(() -> Programs.run(end::await));
    step.run();
    end.countDown();
    end(pool);
  }

  /** One thread uses a pool with a busy worker, and then another one does. */
  private static Arguments busy(String name, ThreadPoolExecutor pool, Use first, Use second) {
    return edge(
        "busy pool: " + name,
        () -> whileBusy(pool, () -> inTurn(() -> first.of(pool), () -> second.of(pool))));
  }

  private static void startsNone(ThreadPoolExecutor pool) {
    check(pool.prestartAllCoreThreads() == 0);
  }

  private static Stream<Arguments> refusals() {
    return Stream.of(
        busy(
            "no worker beside one that was started",
            pool(2),
            pool -> check(pool.prestartCoreThread()),
            PoolStateEdgesTest::startsNone),
        busy(
            "no worker after shutdown",
            pool(2),
            ThreadPoolExecutor::shutdown,
            PoolStateEdgesTest::startsNone),
        edge("no worker where one has ended", PoolStateEdgesTest::startNoneAfterEnd));
  }

  /** A pool whose workers tell that they are gone, and end as soon as they find no task. */
  private static ThreadPoolExecutor shrinking(
      int core, BlockingQueue<Runnable> queue, Runnable gone) {
    return new ThreadPoolExecutor(
        core,
        2,
        1,
        TimeUnit.MILLISECONDS,
        queue,
        worker ->
            new Thread(
                () -> {
                  worker.run();
                  gone.run();
                }));
  }

  private static void startNoneAfterEnd() throws Exception {
    Cell cell = new Cell();
    ThreadPoolExecutor pool = shrinking(1, new SynchronousQueue<>(), () -> whisper("worker gone"));
    whileBusy(
        pool,
        () -> {
          pool.execute(() -> cell.data = 1);
          hear("worker gone");
          startsNone(pool);
          cell.data++;
        });
    hear("worker gone");
  }

  private static Stream<Arguments> tasks() {
    Runnable task = new Thread();
    return Stream.of(
        busy(
            "task that shutdownNow returns",
            pool(1),
            pool -> pool.execute(NOTHING),
            pool -> check(pool.shutdownNow().size() == 1)),
        busy(
            "task that is removed",
            pool(1),
            pool -> pool.execute(task),
            pool -> check(pool.remove(task))),
        edge("task that is polled", PoolStateEdgesTest::poll),
        edge("task that its submitter runs", PoolStateEdgesTest::runInCaller));
  }

  /** The hook of the pool is told before the one of the JDK would be. */
  private static void poll() throws Exception {
    Cell cell = new Cell();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>()) {
          @Override
          protected void beforeExecute(Thread worker, Runnable task) {
            cell.data++;
          }
        };
    pool.allowCoreThreadTimeOut(true);
    check(pool.prestartCoreThread());
    Programs.inParallel(
        () -> {
          cell.data = 1;
          pool.execute(NOTHING);
        });
    end(pool);
  }

  /** No code of the test is between the pool and the queue. */
  private static void runInCaller() throws Exception {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.HOURS,
            new SynchronousQueue<>(),
            new ThreadPoolExecutor.CallerRunsPolicy());
    BlockingQueue<String> full = new ArrayBlockingQueue<>(1);
    full.add("x");
    Runnable poll =
        Programs.calling(
            ArrayBlockingQueue.class, "poll", MethodType.methodType(Object.class), full);
    whileBusy(pool, () -> handOver(() -> pool.execute(poll), () -> full.put("y")));
  }

  /** The last worker finds the pool shut down by another thread. */
  private static void terminate() throws Exception {
    Cell cell = new Cell();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>()) {
          @Override
          protected void terminated() {
            cell.data++;
            super.terminated();
          }
        };
    pool.execute(() -> hear("shut down"));
    Programs.inParallel(
        () -> {
          cell.data = 1;
          pool.shutdown();
          whisper("shut down");
        });
    check(pool.awaitTermination(1, TimeUnit.MINUTES));
  }

  static Stream<Arguments> edges() {
    Stream<Arguments> others = Stream.of(edge("end by a worker", PoolStateEdgesTest::terminate));
    return Stream.of(refusals(), tasks(), others).flatMap(rows -> rows);
  }

  /** Two workers end one after the other, for reasons of their own. */
  private static void endTwoWorkers(BlockingQueue<Runnable> queue, int core) throws Exception {
    Cell cell = new Cell();
    ThreadLocal<Boolean> isSecond = ThreadLocal.withInitial(() -> false);
    ThreadPoolExecutor pool =
        shrinking(
            core,
            queue,
            () -> {
              if (isSecond.get()) {
                cell.data++;
              }
              whisper("worker gone");
            });
    pool.allowCoreThreadTimeOut(true);
    pool.execute(
        () -> {
          isSecond.set(true);
          hear("first is gone");
        });
    pool.execute(() -> cell.data = 1);
    hear("worker gone");
    whisper("first is gone");
    hear("worker gone");
    end(pool);
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        edge("ends of two workers", () -> endTwoWorkers(new LinkedBlockingQueue<>(), 2)),
        edge("seeds of two workers", () -> endTwoWorkers(new SynchronousQueue<>(), 0)));
  }
}
