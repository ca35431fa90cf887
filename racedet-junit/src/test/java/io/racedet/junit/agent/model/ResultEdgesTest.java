package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.timesOut;
import static io.racedet.junit.agent.model.Programs.tooEarly;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import com.acme.tasks.CallerRuns;
import io.racedet.junit.agent.model.Programs.Cell;
import java.lang.ref.Cleaner;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Tasks and futures: what one thread does with them, and another one finds done. */
class ResultEdgesTest extends EdgesTestCase {
  static Stream<Arguments> edges() {
    return Stream.of(tasks(), stages(), forks(), cleaned()).flatMap(rows -> rows);
  }

  /** A task whose result others set. */
  private static final class Promise extends FutureTask<Integer> {
    Promise() {
      super(() -> 1);
    }

    void keep() {
      set(1);
    }

    void fail() {
      setException(new IllegalStateException("wanted"));
    }
  }

  private static Stream<Arguments> tasks() {
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
            "run of a task that another has run",
            () -> {
              FutureTask<Integer> task = new FutureTask<>(() -> 1);
              inTurn(task::run, task::run);
            }),
        edge(
            "run of a task that another has cancelled",
            () -> {
              FutureTask<Integer> task = new FutureTask<>(() -> 1);
              inTurn(() -> task.cancel(false), task::run);
            }),
        edge(
            "result that is set",
            () -> {
              Promise promise = new Promise();
              inTurn(promise::keep, promise::get);
            }),
        edge(
            "exception that is set",
            () -> {
              Promise promise = new Promise();
              inTurn(promise::fail, () -> check(promise.isDone()));
            }),
        edge(
            "task of a method of the JDK, run by a thread",
            () -> {
              AtomicInteger count = new AtomicInteger();
              handOver(
                  () -> new Thread(new FutureTask<>(count::incrementAndGet)).start(),
                  () -> untilTrue(() -> count.get() > 0));
            }),
        edge(
            "task that a library runs when it is refused, which goes into a queue then",
            () -> {
              ThreadPoolExecutor pool =
                  new ThreadPoolExecutor(
                      1, 1, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), new CallerRuns());
              pool.shutdown();
              CompletionService<Integer> service = new ExecutorCompletionService<>(pool);
              AtomicInteger count = new AtomicInteger();
              handOver(() -> service.submit(count::getPlain), service::take);
            }));
  }

  private static Stream<Arguments> stages() {
    return Stream.of(
        edge(
            "stage that fails",
            () -> {
              Cell cell = new Cell();
              CompletableFuture<Integer> stage =
                  CompletableFuture.supplyAsync(
                      () -> {
                        cell.data++;
                        throw new IllegalStateException("wanted");
                      },
                      body -> new Thread(body).start());
              untilTrue(stage::isCompletedExceptionally);
              cell.data++;
            }),
        edge(
            "stage after one that fails",
            () -> {
              CompletableFuture<Integer> first = new CompletableFuture<>();
              CompletableFuture<Integer> second = first.thenApply(x -> x);
              inTurn(
                  () -> first.completeExceptionally(new IllegalStateException("wanted")),
                  () -> check(second.isCompletedExceptionally()));
            }));
  }

  /** A completer that counts, and does nothing else. */
  private static final class Counting extends CountedCompleter<Void> {
    private static final long serialVersionUID = 1L;

    @Override
    public void compute() {}
  }

  private static Stream<Arguments> forks() {
    return Stream.of(
        edge(
            "count that is added to",
            () -> {
              Counting counting = new Counting();
              inTurn(
                  () -> counting.addToPendingCount(1),
                  () -> check(counting.getPendingCount() == 1));
            }),
        edge(
            "count that is compared and set",
            () -> {
              Counting counting = new Counting();
              inTurn(
                  () -> check(counting.compareAndSetPendingCount(0, 1)),
                  () -> check(counting.getPendingCount() == 1));
            }),
        edge(
            "task made before, and forked",
            () -> {
              ForkJoinPool pool = running();
              Cell cell = new Cell();
              ForkJoinTask<?> task =
                  ForkJoinTask.adapt(
                      () -> {
                        cell.data++;
                        whisper("forked task has run");
                      });
              pool.submit(
                      () -> {
                        cell.data = 1;
                        task.fork();
                        hear("forked task has run");
                      })
                  .get();
              pool.shutdown();
            }),
        handed("execute", (pool, task) -> pool.execute(task)),
        handed("execute of a method", (pool, task) -> pool.execute((Runnable) task::invoke)),
        handed("submit", (pool, task) -> pool.submit(task)),
        handed("submit of a method", (pool, task) -> pool.submit((Runnable) task::invoke)),
        handed("submit with a result", (pool, task) -> pool.submit(task::invoke, 1)),
        handed("invoke", (pool, task) -> pool.invoke(task)));
  }

  private interface Handing {
    void of(ForkJoinPool pool, ForkJoinTask<?> task);
  }

  /** A pool whose workers run already: that one is started for a task would order it. */
  private static ForkJoinPool running() {
    ForkJoinPool pool = new ForkJoinPool(2);
    pool.execute(
        () -> {
          whisper("first worker");
          hear("second worker");
        });
    pool.execute(
        () -> {
          hear("first worker");
          whisper("second worker");
        });
    pool.awaitQuiescence(10, TimeUnit.SECONDS);
    return pool;
  }

  private static Arguments handed(String name, Handing handing) {
    return edge(
        "task made before, handed over by " + name,
        () -> {
          ForkJoinPool pool = running();
          Cell cell = new Cell();
          ForkJoinTask<?> task =
              ForkJoinTask.adapt(
                  () -> {
                    cell.data++;
                    whisper("task has run");
                  });
          cell.data = 1;
          handing.of(pool, task);
          hear("task has run");
          pool.shutdown();
        });
  }

  private static Stream<Arguments> cleaned() {
    Cleaner cleaner = Cleaner.create();
    return Stream.of(
        edge(
            "object that another has registered",
            () -> {
              Object object = new Object();
              AtomicReference<Cleaner.Cleanable> made = new AtomicReference<>();
              AtomicInteger runs = new AtomicInteger();
              inTurn(
                  () -> made.setOpaque(cleaner.register(object, runs::getPlain)),
                  () -> made.getOpaque().clean());
              check(object != null);
            }));
  }

  static Stream<Arguments> noEdges() {
    ThreadFactory factory = Executors.defaultThreadFactory();
    return Stream.of(
        edge(
            "FutureTask.get that times out",
            () -> {
              FutureTask<Integer> future = new FutureTask<>(() -> 1);
              tooEarly(future::run, () -> timesOut(() -> future.get(1, TimeUnit.MILLISECONDS)));
            }),
        edge(
            "two factories of threads",
            () -> inTurn(Executors::defaultThreadFactory, Executors::defaultThreadFactory)),
        edge(
            "two threads of a factory",
            () -> inTurn(() -> factory.newThread(() -> {}), () -> factory.newThread(() -> {}))),
        scheduled("schedule", pool -> pool.schedule(() -> {}, 1, TimeUnit.HOURS)),
        scheduled(
            "scheduleAtFixedRate",
            pool -> pool.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.HOURS)),
        scheduled(
            "scheduleWithFixedDelay",
            pool -> pool.scheduleWithFixedDelay(() -> {}, 1, 1, TimeUnit.HOURS)));
  }

  private interface Scheduling {
    void of(ScheduledExecutorService pool);
  }

  /** All pools number their tasks with the same counter. */
  private static Arguments scheduled(String name, Scheduling scheduling) {
    return edge(
        name + " of two pools",
        () -> {
          ScheduledExecutorService first = Executors.newScheduledThreadPool(1);
          ScheduledExecutorService second = Executors.newScheduledThreadPool(1);
          inTurn(() -> scheduling.of(first), () -> scheduling.of(second));
          first.shutdownNow();
          second.shutdownNow();
        });
  }
}
