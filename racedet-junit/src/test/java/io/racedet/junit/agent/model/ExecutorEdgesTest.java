package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.get;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Step;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Executors: what their callers and their tasks see of each other. */
class ExecutorEdgesTest extends EdgesTestCase {
  static Stream<Arguments> edges() {
    return Stream.of(
            executors("thread pool", () -> Executors.newFixedThreadPool(2)),
            executors("cached pool", Executors::newCachedThreadPool),
            executors("single thread", Executors::newSingleThreadExecutor),
            executors("scheduled pool", () -> Executors.newScheduledThreadPool(2)),
            executors("work stealing", () -> Executors.newWorkStealingPool(2)),
            virtualThreads(),
            workers())
        .flatMap(all -> all);
  }

  /** Closes an executor without any order. */
  private static void with(ExecutorService executor, Consumer<ExecutorService> user) {
    try {
      user.accept(executor);
    } finally {
      executor.shutdown();
    }
  }

  private static Stream<Arguments> executors(
      String name, Programs.Source<ExecutorService> executors) {
    return Stream.of(
        withExecutor(
            name + ": submit and get",
            executors,
            executor -> {
              Cell cell = new Cell();
              cell.data++;
              get(() -> executor.submit(() -> cell.data++).get());
              cell.data++;
            }),
        withExecutor(
            name + ": submit and get with a limit",
            executors,
            executor -> {
              Cell cell = new Cell();
              cell.data++;
              get(() -> executor.submit(() -> cell.data++).get(10, TimeUnit.SECONDS));
              cell.data++;
            }),
        withExecutor(
            name + ": isDone",
            executors,
            executor -> {
              Cell cell = new Cell();
              Future<?> future = executor.submit(() -> cell.data++);
              Programs.run(() -> untilTrue(future::isDone));
              cell.data++;
            }),
        withExecutor(
            name + ": failure",
            executors,
            executor -> {
              Cell cell = new Cell();
              Future<?> future =
                  executor.submit(
                      () -> {
                        cell.data++;
                        throw new IllegalStateException("wanted");
                      });
              try {
                get(future::get);
              } catch (IllegalStateException e) {
                cell.data++;
              }
            }),
        withExecutor(
            name + ": execute",
            executors,
            executor -> {
              Cell cell = new Cell();
              CountDownLatch latch = new CountDownLatch(1);
              cell.data++;
              executor.execute(
                  () -> {
                    cell.data++;
                    latch.countDown();
                  });
              Programs.run(latch::await);
              cell.data++;
            }),
        withExecutor(
            name + ": execute a method of the JDK",
            executors,
            executor -> {
              Cell cell = new Cell();
              CountDownLatch latch = new CountDownLatch(1);
              inParallel(
                  () -> {
                    cell.data++;
                    executor.execute(latch::countDown);
                  },
                  () -> {
                    latch.await();
                    cell.data++;
                  });
            }),
        withExecutor(
            name + ": invokeAll",
            executors,
            executor -> {
              Cell first = new Cell();
              Cell second = new Cell();
              List<Callable<Integer>> tasks = List.of(() -> first.data++, () -> second.data++);
              get(() -> executor.invokeAll(tasks));
              first.data += second.data;
            }),
        withExecutor(
            name + ": invokeAny",
            executors,
            executor -> {
              Cell cell = new Cell();
              List<Callable<Integer>> tasks = List.of(() -> ++cell.data);
              get(() -> executor.invokeAny(tasks));
              cell.data++;
            }),
        withExecutor(
            name + ": completion service",
            executors,
            executor -> {
              Cell cell = new Cell();
              ExecutorCompletionService<Integer> service =
                  new ExecutorCompletionService<>(executor);
              service.submit(() -> ++cell.data);
              get(() -> service.take().get());
              cell.data++;
            }),
        withExecutor(
            name + ": awaitTermination",
            executors,
            executor -> {
              Cell cell = new Cell();
              executor.execute(() -> cell.data++);
              executor.shutdown();
              get(() -> executor.awaitTermination(10, TimeUnit.SECONDS));
              cell.data++;
            }));
  }

  private static Arguments withExecutor(
      String name, Programs.Source<ExecutorService> executors, Consumer<ExecutorService> user) {
    return edge(name, () -> with(executors.get(), user));
  }

  /** Where this JDK has virtual threads. */
  private static Stream<Arguments> virtualThreads() {
    if (Runtime.version().feature() < 21) {
      return Stream.of();
    }
    Function<Runnable, Thread> start =
        body -> (Thread) call(Thread.class, "startVirtualThread", Runnable.class, body);
    Programs.Source<ExecutorService> executors =
        () ->
            (ExecutorService) call(Executors.class, "newVirtualThreadPerTaskExecutor", null, null);
    return Stream.concat(
        executors("virtual threads", executors),
        Stream.of(
            edge(
                "virtual thread: start, join, join with a limit once it has ended",
                () -> ThreadEdgesTest.joinEnded(start, thread -> thread.join(10_000, 1))),
            edge(
                "virtual threads: CountDownLatch",
                () -> {
                  Cell cell = new Cell();
                  CountDownLatch latch = new CountDownLatch(1);
                  Thread waiter =
                      start.apply(
                          () -> {
                            Programs.run(latch::await);
                            cell.data++;
                          });
                  Thread writer =
                      start.apply(
                          () -> {
                            cell.data++;
                            latch.countDown();
                          });
                  waiter.join();
                  writer.join();
                })));
  }

  private static Object call(Class<?> type, String method, Class<?> parameter, Object argument) {
    try {
      return parameter == null
          ? type.getMethod(method).invoke(null)
          : type.getMethod(method, parameter).invoke(null, argument);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private static Stream<Arguments> workers() {
    return Stream.of(
        edge(
            "task that is run by its submitter",
            () -> {
              CountDownLatch busy = new CountDownLatch(1);
              ExecutorService executor =
                  new ThreadPoolExecutor(
                      1,
                      1,
                      1,
                      TimeUnit.SECONDS,
                      new SynchronousQueue<>(),
                      new ThreadPoolExecutor.CallerRunsPolicy());
              executor.execute(() -> Programs.run(busy::await));
              CountDownLatch latch = new CountDownLatch(1);
              handOver(() -> executor.execute(latch::countDown), latch::await);
              busy.countDown();
              executor.shutdown();
            }),
        edge(
            "invokeAny with a limit",
            () -> {
              ExecutorService executor = Executors.newFixedThreadPool(2);
              Cell first = new Cell();
              List<Callable<Integer>> tasks = List.of(() -> ++first.data);
              executor.invokeAny(tasks, 9, TimeUnit.SECONDS);
              first.data++;
              executor.shutdown();
            }),
        edge(
            "invokeAll with a limit",
            () -> {
              ExecutorService executor = Executors.newFixedThreadPool(2);
              Cell first = new Cell();
              Cell second = new Cell();
              executor.invokeAll(
                  List.of(() -> ++first.data, () -> ++second.data), 9, TimeUnit.SECONDS);
              first.data += second.data;
              executor.shutdown();
            }),
        edge(
            "a pool's own hooks",
            () -> {
              Cell cell = new Cell();
              ThreadPoolExecutor executor =
                  new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
                    @Override
                    protected void beforeExecute(Thread thread, Runnable task) {
                      cell.data++;
                    }

                    @Override
                    protected void afterExecute(Runnable task, Throwable thrown) {
                      cell.data++;
                    }
                  };
              cell.data++;
              executor.execute(() -> cell.data++);
              executor.shutdown();
              untilTrue(() -> executor.awaitTermination(9, TimeUnit.SECONDS));
              cell.data++;
            }),
        edge(
            "tasks of one worker",
            () -> {
              ExecutorService executor = Executors.newSingleThreadExecutor();
              Cell cell = new Cell();
              CountDownLatch latch = new CountDownLatch(2);
              Step submit =
                  () ->
                      executor.execute(
                          () -> {
                            cell.data++;
                            latch.countDown();
                          });
              inParallel(submit, submit);
              latch.await();
              cell.data++;
              executor.shutdown();
            }));
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        unordered("thread pool", () -> Executors.newFixedThreadPool(2)),
        unordered("scheduled pool", () -> Executors.newScheduledThreadPool(2)),
        unordered("work stealing", () -> Executors.newWorkStealingPool(2)),
        edge(
            "tasks of two submitters",
            () -> {
              ThreadPoolExecutor executor = (ThreadPoolExecutor) Executors.newFixedThreadPool(2);
              executor.prestartAllCoreThreads();
              Cell cell = new Cell();
              CountDownLatch both = new CountDownLatch(2);
              Step submit =
                  () ->
                      executor.execute(
                          () -> {
                            cell.data++;
                            both.countDown();
                            Programs.run(both::await);
                          });
              inParallel(submit, submit);
              both.await();
              executor.shutdown();
            }),
        edge(
            "what the submitter does later",
            () -> {
              ExecutorService executor = Executors.newFixedThreadPool(1);
              Cell cell = new Cell();
              Future<?> future = executor.submit(() -> cell.data++);
              cell.data++;
              future.get();
              executor.shutdown();
            }),
        edge(
            "what is done after the submission",
            () -> {
              Cell cell = new Cell();
              ExecutorService executor = Executors.newFixedThreadPool(1);
              executor.execute(
                  () -> {
                    hear("submitted");
                    cell.data++;
                    whisper("run");
                  });
              cell.data++;
              whisper("submitted");
              hear("run");
              executor.shutdown();
            }));
  }

  /** Two tasks at the same time, in two threads. */
  private static Arguments unordered(String name, Programs.Source<ExecutorService> executors) {
    return edge(
        name + ": two tasks",
        () -> {
          ExecutorService executor = executors.get();
          Cell cell = new Cell();
          CountDownLatch both = new CountDownLatch(2);
          Callable<Integer> task =
              () -> {
                cell.data++;
                both.countDown();
                both.await();
                return 0;
              };
          Future<?> first = executor.submit(task);
          Future<?> second = executor.submit(task);
          first.get();
          second.get();
          executor.shutdown();
        });
  }
}
