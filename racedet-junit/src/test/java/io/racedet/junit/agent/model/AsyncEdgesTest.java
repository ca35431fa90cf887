package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.until;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Asynchronous execution: stages, timers, streams, publishers, cleaners. */
class AsyncEdgesTest extends EdgesTestCase {
  private static final long HOUR_MILLIS = 3_600_000;

  private static TimerTask never() {
    return new TimerTask() {
      @Override
      public void run() {
        throw new IllegalStateException("too soon");
      }
    };
  }

  static Stream<Arguments> edges() {
    return Stream.of(stages(), pools(), forkJoin(), publishers(), references()).flatMap(all -> all);
  }

  /** One thread completes a future, another one waits for a stage that depends on it. */
  private static Arguments stage(
      String name, Function<CompletableFuture<Integer>, Future<?>> dependent) {
    return edge(
        "CompletableFuture." + name,
        () -> {
          CompletableFuture<Integer> future = new CompletableFuture<>();
          Future<?> last = dependent.apply(future);
          handOver(() -> future.complete(1), () -> last.get(10, TimeUnit.SECONDS));
        });
  }

  /** The dependent's own code uses what the completing thread has written. */
  private static Arguments dependent(String name, Use use) {
    return edge(
        "CompletableFuture." + name + ", inside",
        () -> {
          CompletableFuture<Integer> future = new CompletableFuture<>();
          Cell cell = new Cell();
          Future<?> last = use.on(future, cell);
          inParallel(
              () -> {
                cell.data++;
                future.complete(1);
              });
          last.get();
          cell.data++;
        });
  }

  private interface Use {
    Future<?> on(CompletableFuture<Integer> future, Cell cell);
  }

  private static Stream<Arguments> stages() {
    CompletableFuture<Integer> done = CompletableFuture.completedFuture(1);
    CompletableFuture<Integer> never = new CompletableFuture<>();
    return Stream.of(
        stage("thenAcceptBoth", future -> future.thenAcceptBoth(done, (a, b) -> {})),
        stage("runAfterBoth", future -> done.runAfterBoth(future, () -> {})),
        stage("runAfterBothAsync", future -> future.runAfterBothAsync(done, () -> {})),
        stage("applyToEither", future -> future.applyToEither(never, x -> x)),
        stage("runAfterEither", future -> never.runAfterEither(future, () -> {})),
        stage("handleAsync", future -> future.handleAsync((x, e) -> x)),
        stage("whenCompleteAsync", future -> future.whenCompleteAsync((x, e) -> {})),
        stage("thenComposeAsync", future -> future.thenComposeAsync(x -> done)),
        stage("completeOnTimeout", future -> future.completeOnTimeout(2, 9, TimeUnit.SECONDS)),
        stage(
            "toCompletableFuture", future -> future.minimalCompletionStage().toCompletableFuture()),
        stage("newIncompleteFuture", future -> future.thenApply(x -> x).copy()),
        dependent("thenApply", (future, cell) -> future.thenApply(x -> ++cell.data)),
        dependent("thenRunAsync", (future, cell) -> future.thenRunAsync(() -> cell.data++)),
        dependent("whenComplete", (future, cell) -> future.whenComplete((x, e) -> cell.data++)),
        dependent(
            "thenCompose",
            (future, cell) ->
                future.thenCompose(x -> CompletableFuture.supplyAsync(() -> ++cell.data))),
        dependent(
            "chain",
            (future, cell) ->
                future
                    .thenApplyAsync(x -> ++cell.data)
                    .thenAccept(x -> cell.data++)
                    .handleAsync((x, e) -> cell.data++)),
        edge(
            "CompletableFuture.cancel",
            () -> {
              CompletableFuture<Integer> future = new CompletableFuture<>();
              handOver(() -> future.cancel(true), () -> untilTrue(future::isCancelled));
            }),
        edge(
            "CompletableFuture.isCompletedExceptionally",
            () -> {
              CompletableFuture<Integer> future = new CompletableFuture<>();
              handOver(
                  () -> future.completeExceptionally(new IllegalStateException("wanted")),
                  () -> untilTrue(future::isCompletedExceptionally));
            }),
        edge(
            "CompletableFuture.exceptionally",
            () -> {
              CompletableFuture<Integer> future = new CompletableFuture<>();
              CompletableFuture<Integer> last = future.exceptionally(e -> 7);
              handOver(
                  () -> future.completeExceptionally(new IllegalStateException("wanted")),
                  last::join);
            }),
        edge(
            "CompletableFuture.obtrudeValue",
            () -> {
              CompletableFuture<Integer> future = CompletableFuture.completedFuture(0);
              handOver(() -> future.obtrudeValue(1), () -> untilTrue(() -> future.join() == 1));
            }),
        edge(
            "delayedExecutor",
            () -> {
              Cell cell = new Cell();
              cell.data++;
              CompletableFuture.runAsync(
                      () -> cell.data++,
                      CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS))
                  .join();
              cell.data++;
            }),
        edge(
            "completion that times out",
            () -> {
              Cell cell = new Cell();
              CompletableFuture<Integer> future =
                  new CompletableFuture<Integer>().completeOnTimeout(1, 1, TimeUnit.MILLISECONDS);
              cell.data++;
              future.thenApply(x -> x).join();
              inParallel(() -> cell.data++);
            }));
  }

  private static Stream<Arguments> pools() {
    return Stream.of(
        edge(
            "fixed delay",
            () -> {
              ScheduledExecutorService executor = Executors.newScheduledThreadPool(3);
              Cell cell = new Cell();
              CountDownLatch latch = new CountDownLatch(5);
              cell.data++;
              executor.scheduleWithFixedDelay(
                  () -> {
                    cell.data++;
                    latch.countDown();
                  },
                  0,
                  50,
                  TimeUnit.MICROSECONDS);
              latch.await();
              executor.shutdown();
              untilTrue(executor::isTerminated);
              cell.data++;
            }),
        edge(
            "single scheduled thread",
            () -> {
              ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
              Cell cell = new Cell();
              executor.schedule(() -> ++cell.data, 1, TimeUnit.MILLISECONDS);
              executor.schedule(() -> ++cell.data, 2, TimeUnit.MILLISECONDS).get();
              cell.data++;
              executor.shutdown();
            }),
        edge(
            "Future.cancel",
            () -> {
              FutureTask<Integer> task = new FutureTask<>(() -> 1);
              handOver(() -> task.cancel(false), () -> untilTrue(task::isCancelled));
            }),
        edge(
            "cancelled get",
            () -> {
              FutureTask<Integer> task = new FutureTask<>(() -> 1);
              handOver(
                  () -> task.cancel(true),
                  () -> {
                    try {
                      task.get();
                    } catch (CancellationException e) {
                      return;
                    }
                    throw new IllegalStateException("it ran");
                  });
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
                  new ThreadPoolExecutor(
                      1, 1, 1, TimeUnit.SECONDS, new java.util.concurrent.LinkedBlockingQueue<>()) {
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
              Programs.Step submit =
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
            }),
        edge(
            "timer, once and cancelled",
            () -> {
              Timer timer = new Timer("timer", true);
              Cell cell = new Cell();
              CountDownLatch latch = new CountDownLatch(1);
              cell.data++;
              timer.schedule(
                  new TimerTask() {
                    @Override
                    public void run() {
                      cell.data++;
                      latch.countDown();
                    }
                  },
                  1);
              latch.await();
              timer.cancel();
              cell.data++;
            }),
        edge(
            "timer: purge of nothing, purge of a task",
            () -> {
              Timer timer = new Timer(true);
              TimerTask cancelled = never();
              timer.schedule(cancelled, HOUR_MILLIS);
              handOver(
                  () -> {
                    timer.purge();
                    whisper("purged");
                  },
                  () -> {
                    hear("purged");
                    cancelled.cancel();
                    timer.purge();
                  });
              timer.cancel();
            }),
        edge(
            "timer: schedule, purge of another task",
            () -> {
              Timer timer = new Timer(true);
              TimerTask cancelled = never();
              timer.schedule(cancelled, HOUR_MILLIS);
              handOver(
                  () -> {
                    timer.schedule(never(), HOUR_MILLIS);
                    whisper("scheduled");
                  },
                  () -> {
                    hear("scheduled");
                    cancelled.cancel();
                    timer.purge();
                  });
              timer.cancel();
            }),
        edge(
            "two tasks of one timer",
            () -> {
              Timer timer = new Timer(true);
              Cell cell = new Cell();
              CountDownLatch latch = new CountDownLatch(2);
              Programs.Step schedule =
                  () ->
                      timer.scheduleAtFixedRate(
                          new TimerTask() {
                            @Override
                            public void run() {
                              cell.data++;
                              cancel();
                              latch.countDown();
                            }
                          },
                          1,
                          1000);
              inParallel(schedule, schedule);
              latch.await();
              cell.data++;
              timer.cancel();
            }));
  }

  /** Adds up, by halves. */
  private static final class Sum extends RecursiveTask<Integer> {
    private static final long serialVersionUID = 1L;

    private final transient Cell[] cells;
    private final int from;
    private final int to;

    Sum(Cell[] cells, int from, int to) {
      this.cells = cells;
      this.from = from;
      this.to = to;
    }

    @Override
    protected Integer compute() {
      if (to - from == 1) {
        Programs.run(() -> Thread.sleep(1));
        return ++cells[from].data;
      }
      int middle = (from + to) / 2;
      Sum left = new Sum(cells, from, middle);
      Sum right = new Sum(cells, middle, to);
      invokeAll(left, right);
      int sum = left.join() + right.getRawResult();
      for (int i = from; i < to; i++) {
        cells[i].data++;
      }
      return sum;
    }
  }

  private static Cell[] cells(int number) {
    Cell[] cells = new Cell[number];
    Arrays.setAll(cells, i -> new Cell());
    return cells;
  }

  private static int touch(Cell cell) {
    Programs.run(() -> Thread.sleep(1));
    return ++cell.data;
  }

  private static void touchAll(Cell[] cells) {
    for (Cell cell : cells) {
      cell.data++;
    }
  }

  private static Stream<Arguments> forkJoin() {
    return Stream.of(
        edge(
            "recursive task",
            () -> {
              Cell[] cells = cells(8);
              ForkJoinPool pool = new ForkJoinPool(3);
              pool.submit(new Sum(cells, 0, 8)).get();
              touchAll(cells);
              pool.shutdown();
            }),
        edge(
            "task that somebody completes",
            () -> {
              ForkJoinTask<Integer> task = new Sum(cells(1), 0, 1);
              handOver(() -> task.complete(1), task::join);
            }),
        edge(
            "task that fails",
            () -> {
              ForkJoinTask<Integer> task = new Sum(cells(1), 0, 1);
              handOver(
                  () -> task.completeExceptionally(new IllegalStateException("wanted")),
                  () -> untilTrue(task::isCompletedAbnormally));
            }),
        edge(
            "task that is polled",
            () -> {
              Cell[] cells = cells(1);
              ForkJoinTask<Integer> task = new Sum(cells, 0, 1);
              ForkJoinPool pool = new ForkJoinPool(1);
              pool.execute(task);
              untilTrue(task::isDone);
              touchAll(cells);
              pool.shutdown();
            }),
        edge(
            "quietly joined",
            () -> {
              Cell[] cells = cells(1);
              ForkJoinTask<Integer> task = new Sum(cells, 0, 1);
              ForkJoinPool pool = new ForkJoinPool(1);
              pool.execute(task);
              task.quietlyJoin();
              touchAll(cells);
              pool.shutdown();
            }),
        edgeUnlessAlone(
            "common pool",
            () -> {
              Cell cell = new Cell();
              cell.data++;
              ForkJoinPool.commonPool().submit(() -> cell.data++).get();
              cell.data++;
            }),
        edgeUnlessAlone(
            "parallel collect",
            () -> {
              Cell[] cells = cells(32);
              List<Integer> all =
                  Arrays.stream(cells)
                      .parallel()
                      .map(AsyncEdgesTest::touch)
                      .collect(Collectors.toList());
              touchAll(cells);
            }),
        edgeUnlessAlone(
            "parallel reduce and sort",
            () -> {
              Cell[] cells = cells(32);
              int last =
                  IntStream.range(0, 32)
                      .parallel()
                      .map(i -> touch(cells[i]))
                      .boxed()
                      .sorted()
                      .reduce(0, Integer::sum);
              cells[last % 32].data++;
              touchAll(cells);
            }),
        edgeUnlessAlone(
            "parallel stream of a list in a pool of its own",
            () -> {
              Cell[] cells = cells(32);
              ForkJoinPool pool = new ForkJoinPool(3);
              pool.submit(() -> List.of(cells).parallelStream().forEach(AsyncEdgesTest::touch))
                  .get();
              touchAll(cells);
              pool.shutdown();
            }),
        edgeUnlessAlone(
            "parallelSetAll",
            () -> {
              Cell[] cells = cells(32);
              Arrays.parallelSetAll(
                  cells,
                  i -> {
                    touch(cells[i]);
                    return cells[i];
                  });
              touchAll(cells);
            }));
  }

  /** Counts the items that it receives. */
  private static final class Counter implements Flow.Subscriber<Cell> {
    private final CountDownLatch done = new CountDownLatch(1);
    private Flow.Subscription subscription;
    private int received;

    @Override
    public void onSubscribe(Flow.Subscription mine) {
      subscription = mine;
      mine.request(1);
    }

    @Override
    public void onNext(Cell item) {
      received += ++item.data;
      subscription.request(1);
    }

    @Override
    public void onError(Throwable thrown) {
      done.countDown();
    }

    @Override
    public void onComplete() {
      received++;
      done.countDown();
    }
  }

  private static Stream<Arguments> publishers() {
    return Stream.of(
        edge(
            "SubmissionPublisher",
            () -> {
              ExecutorService executor = Executors.newFixedThreadPool(2);
              Counter counter = new Counter();
              try (SubmissionPublisher<Cell> publisher = new SubmissionPublisher<>(executor, 4)) {
                publisher.subscribe(counter);
                for (int i = 0; i < 20; i++) {
                  Cell cell = new Cell();
                  cell.data++;
                  publisher.submit(cell);
                }
              }
              counter.done.await();
              int seen = counter.received;
              executor.shutdown();
            }),
        edge(
            "consumer of a publisher",
            () -> {
              Cell sum = new Cell();
              SubmissionPublisher<Cell> publisher = new SubmissionPublisher<>();
              CompletableFuture<Void> done = publisher.consume(cell -> sum.data += ++cell.data);
              for (int i = 0; i < 5; i++) {
                Cell cell = new Cell();
                cell.data++;
                publisher.offer(cell, null);
              }
              publisher.close();
              done.get();
              sum.data++;
            }));
  }

  private static Stream<Arguments> references() {
    return Stream.of(
        edge(
            "Cleaner, called",
            () -> {
              Cell cell = new Cell();
              cell.data++;
              Cleaner.Cleanable cleanable =
                  Cleaner.create().register(new Object(), () -> cell.data++);
              inParallel(cleanable::clean);
              cell.data++;
            }),
        edge(
            "Cleaner",
            () -> {
              Cell cell = new Cell();
              CountDownLatch cleaned = new CountDownLatch(1);
              inParallel(
                  () -> {
                    cell.data++;
                    Cleaner.create()
                        .register(
                            new Object(),
                            () -> {
                              cell.data++;
                              cleaned.countDown();
                            });
                  });
              untilTrue(
                  () -> {
                    System.gc();
                    return cleaned.await(1, TimeUnit.MILLISECONDS);
                  });
            }),
        edge(
            "enqueue, poll",
            () -> {
              ReferenceQueue<Object> queue = new ReferenceQueue<>();
              Reference<Object> reference = new WeakReference<>(new Object(), queue);
              handOver(reference::enqueue, () -> until(queue::poll));
            }),
        edge(
            "enqueue, remove",
            () -> {
              ReferenceQueue<Object> queue = new ReferenceQueue<>();
              Reference<Object> reference = new PhantomReference<>(new Object(), queue);
              handOver(reference::enqueue, queue::remove);
            }),
        edge(
            "enqueue, remove with a limit",
            () -> {
              ReferenceQueue<Object> queue = new ReferenceQueue<>();
              Reference<Object> reference = new PhantomReference<>(new Object(), queue);
              handOver(reference::enqueue, () -> queue.remove(9000));
            }));
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        edge(
            "poll of an empty queue of references",
            () -> {
              ReferenceQueue<Object> queue = new ReferenceQueue<>();
              Reference<Object> reference = new WeakReference<>(new Object(), queue);
              handOver(
                  () -> {
                    hear("polled");
                    reference.enqueue();
                    whisper("queued");
                  },
                  () -> {
                    queue.poll();
                    whisper("polled");
                    hear("queued");
                  });
            }),
        edge(
            "cleared reference",
            () -> {
              Reference<Object> reference = new WeakReference<>(new Object());
              handOver(reference::clear, () -> untilTrue(() -> reference.get() == null));
            }),
        edge(
            "subscribers of one publisher",
            () -> {
              Cell sum = new Cell();
              ExecutorService executor = Executors.newFixedThreadPool(2);
              CountDownLatch both = new CountDownLatch(2);
              SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(executor, 4);
              for (int i = 0; i < 2; i++) {
                publisher.consume(
                    x -> {
                      sum.data += x;
                      both.countDown();
                      Programs.run(both::await);
                    });
              }
              publisher.submit(1);
              both.await();
              publisher.close();
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
            }),
        edge(
            "what is done after the schedule",
            () -> {
              Timer timer = new Timer(true);
              Cell cell = new Cell();
              timer.schedule(
                  new TimerTask() {
                    @Override
                    public void run() {
                      hear("scheduled");
                      cell.data++;
                      whisper("run");
                    }
                  },
                  1);
              cell.data++;
              whisper("scheduled");
              hear("run");
              timer.cancel();
            }),
        edge(
            "isDone of what is not",
            () -> {
              CompletableFuture<Integer> future = new CompletableFuture<>();
              handOver(
                  () -> {
                    hear("asked");
                    future.complete(1);
                    whisper("completed");
                  },
                  () -> {
                    if (future.isDone() || future.getNow(0) != 0) {
                      throw new IllegalStateException("done");
                    }
                    whisper("asked");
                    hear("completed");
                  });
            }),
        edge(
            "stages of one future",
            () -> {
              Cell cell = new Cell();
              CompletableFuture<Integer> future = new CompletableFuture<>();
              ExecutorService executor = Executors.newFixedThreadPool(2);
              CountDownLatch both = new CountDownLatch(2);
              Function<Integer, Integer> stage =
                  x -> {
                    cell.data++;
                    both.countDown();
                    Programs.run(both::await);
                    return x;
                  };
              Future<?> first = future.thenApplyAsync(stage, executor);
              Future<?> second = future.thenApplyAsync(stage, executor);
              future.complete(1);
              first.get();
              second.get();
              executor.shutdown();
            }),
        edge(
            "tasks of one fork",
            () -> {
              Cell cell = new Cell();
              CountDownLatch both = new CountDownLatch(2);
              Runnable task =
                  () -> {
                    cell.data++;
                    both.countDown();
                    Programs.run(both::await);
                  };
              ForkJoinPool pool = new ForkJoinPool(2);
              ForkJoinTask<?> first = pool.submit(task);
              ForkJoinTask<?> second = pool.submit(task);
              first.get();
              second.get();
              pool.shutdown();
            }),
        edge(
            "workers of a parallel stream",
            () -> {
              Cell cell = new Cell();
              CountDownLatch both = new CountDownLatch(2);
              ForkJoinPool pool = new ForkJoinPool(2);
              pool.submit(
                      () ->
                          IntStream.range(0, 2)
                              .parallel()
                              .forEach(
                                  i -> {
                                    cell.data++;
                                    both.countDown();
                                    Programs.run(both::await);
                                  }))
                  .get();
              pool.shutdown();
            }));
  }
}
