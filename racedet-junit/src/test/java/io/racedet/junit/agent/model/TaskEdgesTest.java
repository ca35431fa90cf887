package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.exclude;
import static io.racedet.junit.agent.model.Programs.get;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Step;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Executors, futures, fork/join and timers. */
class TaskEdgesTest extends EdgesTestCase {
  static Stream<Arguments> edges() {
    return Stream.of(
            executors("thread pool", () -> Executors.newFixedThreadPool(2)),
            executors("cached pool", Executors::newCachedThreadPool),
            executors("single thread", Executors::newSingleThreadExecutor),
            executors("scheduled pool", () -> Executors.newScheduledThreadPool(2)),
            executors("work stealing", () -> Executors.newWorkStealingPool(2)),
            virtualThreads(),
            schedules(),
            futures(),
            forkJoin(),
            stages())
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
                "virtual thread: start and join",
                () -> {
                  Cell cell = new Cell();
                  cell.data++;
                  start.apply(() -> cell.data++).join();
                  cell.data++;
                }),
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

  private static Stream<Arguments> schedules() {
    return Stream.of(
        edge(
            "schedule",
            () -> {
              ScheduledExecutorService executor = Executors.newScheduledThreadPool(2);
              Cell cell = new Cell();
              cell.data++;
              executor.schedule(() -> cell.data++, 1, TimeUnit.MILLISECONDS).get();
              cell.data++;
              executor.shutdown();
            }),
        edge(
            "each run and the next",
            () -> {
              ScheduledExecutorService executor = Executors.newScheduledThreadPool(3);
              Cell cell = new Cell();
              CountDownLatch latch = new CountDownLatch(20);
              executor.scheduleAtFixedRate(
                  () -> {
                    cell.data++;
                    latch.countDown();
                  },
                  0,
                  50,
                  TimeUnit.MICROSECONDS);
              latch.await();
              executor.shutdownNow();
              executor.awaitTermination(10, TimeUnit.SECONDS);
              cell.data++;
            }),
        edge(
            "Timer",
            () -> {
              Timer timer = new Timer();
              Cell cell = new Cell();
              CountDownLatch latch = new CountDownLatch(2);
              cell.data++;
              timer.schedule(
                  new TimerTask() {
                    @Override
                    public void run() {
                      cell.data++;
                      latch.countDown();
                    }
                  },
                  1,
                  1);
              latch.await();
              timer.cancel();
            }));
  }

  private static Stream<Arguments> futures() {
    return Stream.of(
        edge(
            "FutureTask",
            () -> {
              Cell cell = new Cell();
              FutureTask<Integer> task = new FutureTask<>(() -> ++cell.data);
              handOver(task::run, task::get);
              cell.data++;
            }),
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
            }));
  }

  private static Stream<Arguments> forkJoin() {
    return Stream.of(
        edge(
            "fork and join",
            () -> {
              ForkJoinPool pool = new ForkJoinPool(2);
              pool.invoke(new Sum(new Cell[16], 0));
              pool.shutdown();
            }),
        edge(
            "invokeAll of tasks",
            () -> {
              Cell first = new Cell();
              Cell second = new Cell();
              new ForkJoinPool(2)
                  .submit(
                      () -> {
                        ForkJoinTask.invokeAll(
                            ForkJoinTask.adapt(() -> first.data++),
                            ForkJoinTask.adapt(() -> second.data++));
                        first.data += second.data;
                      })
                  .get();
              first.data++;
            }),
        edge(
            "awaitQuiescence",
            () -> {
              ForkJoinPool pool = new ForkJoinPool(2);
              Cell cell = new Cell();
              pool.execute(
                  () -> {
                    whisper("running");
                    cell.data++;
                  });
              hear("running");
              untilTrue(() -> pool.awaitQuiescence(10, TimeUnit.SECONDS));
              cell.data++;
              pool.shutdown();
            }),
        edgeUnlessAlone(
            "counted completer",
            () -> {
              ForkJoinPool pool = new ForkJoinPool(2);
              pool.invoke(new Touch(null, cells(8), 0, 8));
              pool.shutdown();
            }),
        edgeUnlessAlone(
            "parallel stream",
            () -> {
              Cell[] cells = cells(64);
              int sum = IntStream.range(0, 64).parallel().map(i -> touch(cells[i])).sum();
              for (Cell cell : cells) {
                cell.data += sum;
              }
            }),
        edgeUnlessAlone(
            "parallel forEach",
            () -> {
              Cell[] cells = cells(64);
              Stream.of(cells).parallel().forEach(TaskEdgesTest::touch);
              for (Cell cell : cells) {
                cell.data++;
              }
            }));
  }

  /** Takes long enough for another thread to help. */
  private static int touch(Cell cell) {
    Programs.run(() -> Thread.sleep(1));
    return ++cell.data;
  }

  private static Cell[] cells(int number) {
    Cell[] cells = new Cell[number];
    for (int i = 0; i < number; i++) {
      cells[i] = new Cell();
    }
    return cells;
  }

  /** A heap-shaped tree of tasks, each of which uses what its children have written. */
  private static final class Sum extends RecursiveAction {
    private static final long serialVersionUID = 1L;

    private final transient Cell[] cells;
    private final int node;

    Sum(Cell[] cells, int node) {
      this.cells = cells;
      this.node = node;
    }

    @Override
    protected void compute() {
      Cell mine = new Cell();
      cells[node] = mine;
      int left = 2 * node + 1;
      if (left + 1 < cells.length) {
        Sum first = new Sum(cells, left);
        first.fork();
        if (node == 0) {
          hear("another thread");
        }
        new Sum(cells, left + 1).invoke();
        first.join();
        mine.data = ++cells[left].data + ++cells[left + 1].data;
      }
      mine.data++;
      if (node == 1) {
        whisper("another thread");
      }
    }
  }

  /** Touches a range of cells in parallel, and then all of it again. */
  private static final class Touch extends CountedCompleter<Void> {
    private static final long serialVersionUID = 1L;

    private final transient Cell[] cells;
    private final int from;
    private final int to;

    Touch(CountedCompleter<?> parent, Cell[] cells, int from, int to) {
      super(parent);
      this.cells = cells;
      this.from = from;
      this.to = to;
    }

    @Override
    public void compute() {
      if (to - from > 1) {
        int middle = (from + to) / 2;
        setPendingCount(2);
        new Touch(this, cells, from, middle).fork();
        new Touch(this, cells, middle, to).fork();
      } else if (from == 0) {
        whisper("another thread");
      }
      if (getCompleter() == null) {
        hear("another thread");
      }
      tryComplete();
    }

    @Override
    public void onCompletion(CountedCompleter<?> caller) {
      for (int i = from; i < to; i++) {
        cells[i].data++;
      }
    }
  }

  private static Arguments stage(
      String name, Function<CompletableFuture<Integer>, CompletableFuture<?>> dependent) {
    return edge(
        "CompletableFuture." + name,
        () -> {
          Cell cell = new Cell();
          CompletableFuture<Integer> future = new CompletableFuture<>();
          CompletableFuture<?> last = dependent.apply(future);
          inParallel(
              () -> {
                cell.data++;
                future.complete(1);
              },
              () -> {
                last.join();
                cell.data++;
              });
        });
  }

  private static Stream<Arguments> stages() {
    CompletableFuture<Integer> done = CompletableFuture.completedFuture(1);
    return Stream.of(
        stage("join", future -> future),
        stage("thenApply", future -> future.thenApply(x -> x + 1)),
        stage("thenApplyAsync", future -> future.thenApplyAsync(x -> x + 1)),
        stage("thenAccept", future -> future.thenAccept(x -> {})),
        stage("thenRun", future -> future.thenRun(() -> {})),
        stage(
            "thenCompose",
            future -> future.thenCompose(x -> new CompletableFuture<>().completeAsync(() -> x))),
        stage("thenCombine", future -> future.thenCombine(done, Integer::sum)),
        stage("acceptEither", future -> future.acceptEither(new CompletableFuture<>(), x -> {})),
        stage("handle", future -> future.handle((x, e) -> x)),
        stage("whenComplete", future -> future.whenComplete((x, e) -> {})),
        stage("exceptionally", future -> future.exceptionally(e -> 0)),
        stage("allOf", future -> CompletableFuture.allOf(future, done)),
        stage("anyOf", future -> CompletableFuture.anyOf(future, new CompletableFuture<>())),
        stage("copy", CompletableFuture::copy),
        stage("orTimeout", future -> future.orTimeout(10, TimeUnit.SECONDS)),
        edgeUnlessAlone(
            "stage that runs what another thread completes",
            () -> {
              Cell cell = new Cell();
              CompletableFuture<Integer> future = new CompletableFuture<>();
              inParallel(
                  () -> {
                    cell.data++;
                    future.complete(1);
                  },
                  () -> future.thenRun(() -> cell.data++).join());
            }),
        edgeUnlessAlone(
            "supplyAsync",
            () -> {
              Cell cell = new Cell();
              cell.data++;
              CompletableFuture.supplyAsync(() -> ++cell.data).join();
              cell.data++;
            }),
        edge(
            "runAsync on a pool",
            () -> {
              ExecutorService executor = Executors.newFixedThreadPool(2);
              Cell cell = new Cell();
              cell.data++;
              CompletableFuture.runAsync(() -> cell.data++, executor)
                  .thenRunAsync(() -> cell.data++, executor)
                  .get();
              cell.data++;
              executor.shutdown();
            }),
        edge(
            "allOf of what is complete",
            () -> {
              Cell cell = new Cell();
              CompletableFuture<Integer> future = new CompletableFuture<>();
              inParallel(
                  () -> {
                    cell.data++;
                    future.complete(1);
                    whisper("complete");
                  },
                  () -> {
                    hear("complete");
                    CompletableFuture.allOf(future, CompletableFuture.completedFuture(2)).join();
                    cell.data++;
                  });
            }),
        edge(
            "exceptional completion",
            () -> {
              Cell cell = new Cell();
              CompletableFuture<Integer> future = new CompletableFuture<>();
              inParallel(
                  () -> {
                    cell.data++;
                    future.completeExceptionally(new IllegalStateException("wanted"));
                  },
                  () -> {
                    try {
                      future.get();
                    } catch (ExecutionException e) {
                      cell.data++;
                    }
                  });
            }),
        edge(
            "getNow",
            () -> {
              CompletableFuture<Integer> future = new CompletableFuture<>();
              handOver(() -> future.complete(1), () -> untilTrue(() -> future.getNow(0) == 1));
            }),
        edge(
            "isDone of a stage",
            () -> {
              CompletableFuture<Integer> future = new CompletableFuture<>();
              handOver(() -> future.complete(1), () -> untilTrue(future::isDone));
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
            "get that times out",
            () -> {
              CompletableFuture<Integer> future = new CompletableFuture<>();
              handOver(
                  () -> {
                    hear("timed out");
                    future.complete(1);
                    whisper("completed");
                  },
                  () -> {
                    try {
                      future.get(1, TimeUnit.MILLISECONDS);
                    } catch (TimeoutException e) {
                      whisper("timed out");
                    }
                    hear("completed");
                  });
            }),
        edge(
            "FutureTask.get that times out",
            () -> {
              FutureTask<Integer> future = new FutureTask<>(() -> 1);
              handOver(
                  () -> {
                    hear("timed out");
                    future.run();
                    whisper("completed");
                  },
                  () -> {
                    try {
                      future.get(1, TimeUnit.MILLISECONDS);
                    } catch (TimeoutException e) {
                      whisper("timed out");
                    }
                    hear("completed");
                  });
            }),
        edge(
            "completion that comes second",
            () -> {
              CompletableFuture<Integer> future = CompletableFuture.completedFuture(1);
              exclude(future::join, () -> future.complete(2));
            }),
        edge(
            "completers of one future",
            () -> {
              CompletableFuture<Integer> future = new CompletableFuture<>();
              exclude(() -> {}, () -> future.complete(2));
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
