package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Step;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What a pool answers while a task is submitted, and what its answers do not tell. */
class PoolAnswerEdgesTest extends EdgesTestCase {
  private interface Use<P> {
    void of(P pool) throws Exception;
  }

  private interface Question<P> {
    boolean of(P pool) throws Exception;
  }

  private static final Runnable NOTHING = () -> {};
  private static final Callable<Integer> ONE = () -> 1;

  private static ThreadPoolExecutor pool(BlockingQueue<Runnable> queue) {
    return new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, queue);
  }

  private static ThreadPoolExecutor pool() {
    return pool(new LinkedBlockingQueue<>());
  }

  private static ForkJoinPool forkJoin() {
    return new ForkJoinPool(1);
  }

  private static void end(ExecutorService pool) throws Exception {
    pool.shutdown();
    check(pool.awaitTermination(1, TimeUnit.MINUTES));
  }

  /** Runs a step while the worker of a pool is busy, which nothing orders, and ends the pool. */
  private static void whileBusy(ExecutorService pool, Step step) throws Exception {
    pool.execute(
        () -> {
          whisper("begun");
          hear("end of the task");
        });
    hear("begun");
    step.run();
    whisper("end of the task");
    end(pool);
  }

  static Stream<Arguments> edges() {
    return Stream.of(
        edge("pool: execute, then getTaskCount", PoolAnswerEdgesTest::count),
        edge("pool: shutdown while a task is submitted", PoolAnswerEdgesTest::refuse),
        edge("pool: prestartCoreThread, then getPoolSize", PoolAnswerEdgesTest::prestart),
        edge("pool: execute, then getActiveCount", PoolAnswerEdgesTest::countActive),
        edge("pool without workers: end", () -> await(pool())),
        edge("fork/join pool without workers: end", () -> await(forkJoin())),
        edge("worker: awaitQuiescence in vain", PoolAnswerEdgesTest::awaitAsWorker),
        submitted("execute", pool -> pool.execute(NOTHING)),
        submitted("submit", pool -> pool.submit(NOTHING)),
        submitted("submit of a callable", pool -> pool.submit(ONE)),
        submitted("invokeAll", pool -> pool.invokeAll(List.of(ONE))));
  }

  /** A queue with a task in it that is still submitted. */
  private static final class Telling extends LinkedBlockingQueue<Runnable> {
    private static final long serialVersionUID = 1;

    @Override
    public boolean offer(Runnable task) {
      boolean offered = super.offer(task);
      whisper("offered");
      hear("go on");
      return offered;
    }
  }

  private static void count() throws Exception {
    ThreadPoolExecutor pool = pool(new Telling());
    whileBusy(
        pool,
        () ->
            handOver(
                () -> pool.execute(NOTHING),
                () -> {
                  hear("offered");
                  check(pool.getTaskCount() == 2);
                  whisper("go on");
                }));
  }

  /** The handler finds what was done before the shutdown. */
  private static void refuse() throws Exception {
    Cell cell = new Cell();
    ThreadPoolExecutor pool = pool(new Telling());
    pool.setRejectedExecutionHandler((task, refusing) -> cell.data++);
    whileBusy(
        pool,
        () ->
            inParallel(
                () -> {
                  hear("offered");
                  cell.data = 1;
                  pool.shutdown();
                  whisper("go on");
                },
                () -> pool.execute(NOTHING)));
  }

  /** The worker is counted before its thread does anything. */
  private static void prestart() throws Exception {
    ThreadPoolExecutor pool = pool();
    pool.setThreadFactory(
        worker ->
            new Thread(
                () -> {
                  hear("counted");
                  worker.run();
                }));
    inTurn(() -> check(pool.prestartCoreThread()), () -> check(pool.getPoolSize() == 1));
    whisper("counted");
    end(pool);
  }

  /** The worker was there before the task that it runs. */
  private static void countActive() throws Exception {
    ThreadPoolExecutor pool = pool();
    check(pool.prestartCoreThread());
    handOver(
        () ->
            pool.execute(
                () -> {
                  whisper("active");
                  hear("asked");
                }),
        () -> {
          hear("active");
          check(pool.getActiveCount() == 1);
          whisper("asked");
        });
    end(pool);
  }

  /** What another worker runs keeps the pool from being quiescent. */
  private static void awaitAsWorker() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(2);
    Cell cell = new Cell();
    pool.execute(
        () -> {
          hear("running");
          check(!pool.awaitQuiescence(1, TimeUnit.MILLISECONDS));
          cell.data++;
          whisper("given up");
        });
    inParallel(
        () -> {
          cell.data = 1;
          pool.execute(
              () -> {
                whisper("running");
                hear("given up");
              });
        });
    end(pool);
  }

  private static void await(ExecutorService pool) {
    handOver(pool::shutdown, () -> check(pool.awaitTermination(1, TimeUnit.MINUTES)));
  }

  /** The pool is asked while the submitter makes the thread for the task. */
  private static Arguments submitted(String name, Use<ForkJoinPool> submit) {
    return edge(
        "new fork/join pool: " + name + ", then hasQueuedSubmissions",
        () -> {
          ForkJoinPool pool =
              new ForkJoinPool(
                  1,
                  owner -> {
                    whisper("submitted");
                    hear("asked");
                    return ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(owner);
                  },
                  null,
                  false);
          handOver(
              () -> submit.of(pool),
              () -> {
                hear("submitted");
                check(pool.hasQueuedSubmissions());
                whisper("asked");
              });
          end(pool);
        });
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(pools(), firstTasks(), forkJoinPools()).flatMap(rows -> rows);
  }

  private static <P extends ExecutorService> Arguments busy(
      String name, P pool, Use<P> first, Use<P> second) {
    return edge(
        "busy pool: " + name,
        () -> whileBusy(pool, () -> inTurn(() -> first.of(pool), () -> second.of(pool))));
  }

  private static Stream<Arguments> pools() {
    ThreadPoolExecutor ended = pool();
    Runnable task = new Thread();
    return Stream.of(
        edge(
            "ended pool: shutdown",
            () -> {
              end(ended);
              inTurn(ended::shutdown, () -> check(ended.isShutdown()));
            }),
        edge(
            "ended pool: awaitTermination",
            () -> {
              end(ended);
              inTurn(() -> end(ended), () -> end(ended));
            }),
        busy(
            "shutdown, then isTerminated",
            pool(),
            ThreadPoolExecutor::shutdown,
            pool -> check(!pool.isTerminated())),
        busy(
            "shutdown, then remove in vain",
            pool(),
            ThreadPoolExecutor::shutdown,
            pool -> check(!pool.remove(task))));
  }

  /** Who asks while the worker is in its second task is told nothing about the first one. */
  private static Arguments firstTask(String name, Question<ForkJoinPool> isEnded) {
    return edge(
        "first task of a fork/join pool, then " + name,
        () -> {
          ForkJoinPool pool = forkJoin();
          Cell cell = new Cell();
          pool.execute(() -> cell.data = 1);
          untilTrue(() -> pool.getStealCount() == 1);
          whileBusy(
              pool,
              () -> {
                check(!isEnded.of(pool));
                cell.data++;
              });
        });
  }

  /** As {@link #firstTask}, but who asks is a worker as well, which was there before. */
  private static void firstTaskOfAnotherWorker() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(2);
    Cell cell = new Cell();
    pool.execute(
        () -> {
          whisper("running");
          hear("busy");
          check(!pool.awaitQuiescence(1, TimeUnit.MILLISECONDS));
          cell.data++;
          whisper("given up");
        });
    hear("running");
    long before = pool.getStealCount();
    pool.execute(() -> cell.data = 1);
    untilTrue(() -> pool.getStealCount() > before);
    pool.execute(
        () -> {
          whisper("busy");
          hear("given up");
        });
    end(pool);
  }

  private static boolean awaits(ExecutorService pool) throws Exception {
    return pool.awaitTermination(1, TimeUnit.MILLISECONDS);
  }

  private static Stream<Arguments> firstTasks() {
    return Stream.of(
        firstTask("awaitTermination in vain", PoolAnswerEdgesTest::awaits),
        firstTask("isTerminated", ForkJoinPool::isTerminated),
        firstTask(
            "awaitQuiescence in vain", pool -> pool.awaitQuiescence(1, TimeUnit.MILLISECONDS)),
        firstTask("isQuiescent", ForkJoinPool::isQuiescent),
        edge(
            "first task of another worker, then awaitQuiescence in vain",
            PoolAnswerEdgesTest::firstTaskOfAnotherWorker));
  }

  private static Stream<Arguments> forkJoinPools() {
    ForkJoinPool ended = forkJoin();
    // Who asks then helps to end the pool, and has seen the shutdown.
    boolean isHelping = Runtime.version().feature() > 17;
    return Stream.of(
        busy(
            "shutdown of a fork/join pool, then isTerminated",
            forkJoin(),
            ForkJoinPool::shutdown,
            pool -> check(isHelping || !pool.isTerminated())),
        busy(
            "execute in a fork/join pool, then shutdown",
            forkJoin(),
            pool -> pool.execute(NOTHING),
            pool -> {
              pool.shutdown();
              check(!awaits(pool));
            }),
        idle("hasQueuedSubmissions", pool -> check(!pool.hasQueuedSubmissions())),
        idle("getQueuedSubmissionCount", pool -> check(pool.getQueuedSubmissionCount() == 0)),
        edge(
            "ended fork/join pool: awaitTermination",
            () -> {
              end(ended);
              inTurn(() -> end(ended), () -> end(ended));
            }),
        edge("invokeAll during a shutdown", PoolAnswerEdgesTest::invokeAllDuringShutdown));
  }

  /** What was submitted is in the queue no longer. */
  private static Arguments idle(String name, Use<ForkJoinPool> look) {
    return edge(
        "idle fork/join pool: " + name,
        () -> {
          ForkJoinPool pool = forkJoin();
          inTurn(() -> pool.submit(NOTHING).get(), () -> look.of(pool));
          end(pool);
        });
  }

  /** A pool that has been shut down still runs what it was given before. */
  private static void invokeAllDuringShutdown() throws Exception {
    Cell cell = new Cell();
    ForkJoinPool pool = forkJoin();
    Callable<Integer> task =
        () -> {
          whisper("running");
          hear("shut down");
          return 1;
        };
    Programs.inParallel(
        () -> {
          hear("running");
          cell.data = 1;
          pool.shutdown();
          whisper("shut down");
          hear("end");
        },
        () -> {
          pool.invokeAll(List.of(task));
          cell.data++;
          whisper("end");
        });
    end(pool);
  }
}
