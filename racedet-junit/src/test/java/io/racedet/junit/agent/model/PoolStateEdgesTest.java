package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.whisper;

import com.acme.tasks.LibraryQueue;
import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Step;
import java.lang.invoke.MethodType;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
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
    pool.execute(
        () -> {
          try {
            end.await();
          } catch (InterruptedException e) {
            /* The step has ended the pool by shutdownNow. */
          }
        });
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
        edge("task that is polled", () -> pass(new LinkedBlockingQueue<>(), true)),
        edge("task that a library's queue hands over", () -> pass(new LibraryQueue(), false)),
        edge(
            "task that a library's queue hands over in time", () -> pass(new LibraryQueue(), true)),
        busy(
            "task that is removed from a library's queue",
            libraryPool(),
            pool -> pool.execute(task),
            pool -> check(pool.remove(task))),
        busy(
            "task in a library's queue that shutdownNow returns",
            libraryPool(),
            pool -> pool.execute(NOTHING),
            pool -> check(pool.shutdownNow().size() == 1)),
        edge("task that its submitter runs", PoolStateEdgesTest::runInCaller));
  }

  /** The hook of the pool is told before the one of the JDK would be. */
  private static void pass(BlockingQueue<Runnable> queue, boolean limited) throws Exception {
    Cell cell = new Cell();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, queue) {
          @Override
          protected void beforeExecute(Thread worker, Runnable task) {
            cell.data++;
          }
        };
    pool.allowCoreThreadTimeOut(limited);
    check(pool.prestartCoreThread());
    Programs.inParallel(
        () -> {
          cell.data = 1;
          pool.execute(NOTHING);
        });
    end(pool);
  }

  private static ThreadPoolExecutor libraryPool() {
    return new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, new LibraryQueue());
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

  /** The worker has seen the shutdown: it would have waited for tasks for long. */
  private static void endFirst() throws Exception {
    Cell cell = new Cell();
    ThreadLocal<Boolean> isFirst = ThreadLocal.withInitial(() -> false);
    ThreadPoolExecutor pool = pool(2);
    pool.allowCoreThreadTimeOut(true);
    pool.setThreadFactory(
        worker ->
            new Thread(
                () -> {
                  worker.run();
                  if (isFirst.get()) {
                    cell.data++;
                    whisper("first is gone");
                  }
                }));
    pool.execute(
        () -> {
          isFirst.set(true);
          hear("shut down");
        });
    pool.execute(() -> hear("first is gone"));
    cell.data = 1;
    pool.shutdown();
    whisper("shut down");
    check(pool.awaitTermination(1, TimeUnit.MINUTES));
  }

  private static void waitWhileTerminating() throws Exception {
    Cell cell = new Cell();
    ThreadPoolExecutor pool = pool(1);
    pool.execute(
        () -> {
          cell.data = 1;
          hear("terminating");
        });
    pool.shutdown();
    check(pool.isTerminating());
    whisper("terminating");
    Programs.untilTrue(() -> !pool.isTerminating());
    cell.data++;
  }

  static Stream<Arguments> edges() {
    Stream<Arguments> others =
        Stream.of(
            edge("end by a worker", PoolStateEdgesTest::terminate),
            edge("end of one of two workers after shutdown", PoolStateEdgesTest::endFirst),
            edge("no longer terminating", PoolStateEdgesTest::waitWhileTerminating));
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

  /** One worker ends while the factory makes the thread of another. */
  private static void endWhileStarting() throws Exception {
    Cell cell = new Cell();
    ThreadPoolExecutor pool =
        shrinking(2, new LinkedBlockingQueue<>(), () -> whisper("worker gone"));
    pool.allowCoreThreadTimeOut(true);
    ThreadFactory factory = pool.getThreadFactory();
    pool.execute(
        () -> {
          cell.data = 1;
          hear("starting");
        });
    pool.setThreadFactory(
        worker -> {
          whisper("starting");
          hear("worker gone");
          return factory.newThread(worker);
        });
    pool.execute(NOTHING);
    cell.data++;
    hear("worker gone");
    end(pool);
  }

  private static void startAfterShutdown() throws Exception {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(1, 2, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>());
    whileBusy(
        pool,
        () -> {
          pool.execute(NOTHING);
          inTurn(pool::shutdown, () -> pool.setCorePoolSize(2));
        });
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        edge("ends of two workers", () -> endTwoWorkers(new LinkedBlockingQueue<>(), 2)),
        edge("seeds of two workers", () -> endTwoWorkers(new SynchronousQueue<>(), 0)),
        busy(
            "starts of two workers",
            pool(3),
            pool -> pool.execute(NOTHING),
            pool -> pool.execute(NOTHING)),
        edge("end of a worker while another starts", PoolStateEdgesTest::endWhileStarting),
        edge("start of a worker after shutdown", PoolStateEdgesTest::startAfterShutdown));
  }
}
