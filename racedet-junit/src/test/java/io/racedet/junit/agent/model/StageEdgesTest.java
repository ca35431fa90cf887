package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.exclude;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.timesOut;
import static io.racedet.junit.agent.model.Programs.tooEarly;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Completable futures, and the stages that depend on them. */
class StageEdgesTest extends EdgesTestCase {
  static Stream<Arguments> edges() {
    return Stream.of(joined(), awaited(), dependents(), ends(), asynchronous()).flatMap(all -> all);
  }

  /** One thread completes a future, another one joins a stage that depends on it. */
  private static Arguments joined(
      String name, Function<CompletableFuture<Integer>, CompletableFuture<?>> dependent) {
    return edge(
        "CompletableFuture." + name,
        () -> {
          CompletableFuture<Integer> future = new CompletableFuture<>();
          CompletableFuture<?> last = dependent.apply(future);
          handOver(() -> future.complete(1), last::join);
        });
  }

  private static Stream<Arguments> joined() {
    CompletableFuture<Integer> done = CompletableFuture.completedFuture(1);
    return Stream.of(
        joined("join", future -> future),
        joined("thenApply", future -> future.thenApply(x -> x + 1)),
        joined("thenApplyAsync", future -> future.thenApplyAsync(x -> x + 1)),
        joined("thenAccept", future -> future.thenAccept(x -> {})),
        joined("thenRun", future -> future.thenRun(() -> {})),
        joined(
            "thenCompose",
            future -> future.thenCompose(x -> new CompletableFuture<>().completeAsync(() -> x))),
        joined("thenCombine", future -> future.thenCombine(done, Integer::sum)),
        joined("acceptEither", future -> future.acceptEither(new CompletableFuture<>(), x -> {})),
        joined("handle", future -> future.handle((x, e) -> x)),
        joined("whenComplete", future -> future.whenComplete((x, e) -> {})),
        joined("exceptionally", future -> future.exceptionally(e -> 0)),
        joined("allOf", future -> CompletableFuture.allOf(future, done)),
        joined("anyOf", future -> CompletableFuture.anyOf(future, new CompletableFuture<>())),
        joined("copy", CompletableFuture::copy),
        joined("orTimeout", future -> future.orTimeout(10, TimeUnit.SECONDS)));
  }

  /** As {@link #joined}, but the other thread waits with a limit. */
  private static Arguments awaited(
      String name, Function<CompletableFuture<Integer>, Future<?>> dependent) {
    return edge(
        "CompletableFuture." + name,
        () -> {
          CompletableFuture<Integer> future = new CompletableFuture<>();
          Future<?> last = dependent.apply(future);
          handOver(() -> future.complete(1), () -> last.get(10, TimeUnit.SECONDS));
        });
  }

  private static Stream<Arguments> awaited() {
    CompletableFuture<Integer> done = CompletableFuture.completedFuture(1);
    CompletableFuture<Integer> never = new CompletableFuture<>();
    return Stream.of(
        awaited("thenAcceptBoth", future -> future.thenAcceptBoth(done, (a, b) -> {})),
        awaited("runAfterBoth", future -> done.runAfterBoth(future, () -> {})),
        awaited("runAfterBothAsync", future -> future.runAfterBothAsync(done, () -> {})),
        awaited("applyToEither", future -> future.applyToEither(never, x -> x)),
        awaited("runAfterEither", future -> never.runAfterEither(future, () -> {})),
        awaited("handleAsync", future -> future.handleAsync((x, e) -> x)),
        awaited("whenCompleteAsync", future -> future.whenCompleteAsync((x, e) -> {})),
        awaited("thenComposeAsync", future -> future.thenComposeAsync(x -> done)),
        awaited("completeOnTimeout", future -> future.completeOnTimeout(2, 9, TimeUnit.SECONDS)),
        awaited(
            "toCompletableFuture", future -> future.minimalCompletionStage().toCompletableFuture()),
        awaited("newIncompleteFuture", future -> future.thenApply(x -> x).copy()));
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

  private static Stream<Arguments> dependents() {
    return Stream.of(
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
            }));
  }

  /** How a future ends, and who finds that it has. */
  private static Stream<Arguments> ends() {
    return Stream.of(
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
            "CompletableFuture.exceptionally, after a failure",
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
            }));
  }

  private static Stream<Arguments> asynchronous() {
    return Stream.of(
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

  static Stream<Arguments> noEdges() {
    return Stream.of(
        edge(
            "get that times out",
            () -> {
              CompletableFuture<Integer> future = new CompletableFuture<>();
              tooEarly(
                  () -> future.complete(1),
                  () -> timesOut(() -> future.get(1, TimeUnit.MILLISECONDS)));
            }),
        edge(
            "isDone of what is not",
            () -> {
              CompletableFuture<Integer> future = new CompletableFuture<>();
              tooEarly(
                  () -> future.complete(1), () -> check(!future.isDone() && future.getNow(0) == 0));
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
            }));
  }
}
