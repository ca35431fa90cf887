package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The kinds of stages, ways to complete them, and what can be asked of them. */
@RaceFree
class StageKindsTest extends JdkPrograms {

  @Test
  @Tag(PROMISED)
  void everyKindOfTwoSources() throws Exception {
    Cell[] cs = cells(5);
    CompletableFuture<Integer> f = new CompletableFuture<>();
    CompletableFuture<Integer> g = new CompletableFuture<>();
    Thread t = start(() -> f.complete(1));
    Thread u = start(() -> g.complete(1));
    for (Cell c : cs) {
      c.add();
    }
    CompletableFuture.allOf(
            f.thenAcceptBoth(g, (x, y) -> cs[0].add()),
            f.runAfterEither(g, cs[1]::add),
            f.acceptEither(g, x -> cs[2].add()),
            f.runAfterBothAsync(g, cs[3]::add),
            f.applyToEitherAsync(g, x -> cs[4].add()))
        .join();
    for (Cell c : cs) {
      c.add();
    }
    join(t, u);
  }

  @Test
  @Tag(PROMISED)
  void failures_handled() throws Exception {
    Cell[] cs = cells(4);
    CompletableFuture<Integer> f = new CompletableFuture<>();
    Thread t = start(() -> f.completeExceptionally(new IllegalStateException("wanted")));
    for (Cell c : cs) {
      c.add();
    }
    CompletableFuture.allOf(
            f.handle((x, e) -> cs[0].add()),
            f.exceptionally(e -> cs[1].add()),
            f.exceptionallyAsync(e -> cs[2].add()),
            f.exceptionallyCompose(e -> CompletableFuture.supplyAsync(cs[3]::add)))
        .join();
    for (Cell c : cs) {
      c.add();
    }
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void cancelled_dependentsAndJoin() throws Exception {
    Cell c = new Cell();
    Cell d = new Cell();
    CompletableFuture<Integer> f = new CompletableFuture<>();
    c.add();
    CompletableFuture<Integer> g = f.handle((x, e) -> c.add());
    Thread t =
        start(
            () -> {
              d.add();
              f.cancel(true);
            });
    g.join();
    c.add();
    try {
      f.join();
      throw new AssertionError();
    } catch (CancellationException e) {
      d.add();
    }
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void failedByOther_getAndJoin() throws Exception {
    Cell c = new Cell();
    CompletableFuture<Integer> f = new CompletableFuture<>();
    Thread t =
        start(
            () -> {
              c.add();
              f.completeExceptionally(new IllegalStateException("wanted"));
            });
    try {
      f.get();
      throw new AssertionError();
    } catch (ExecutionException e) {
      c.add();
    }
    try {
      f.join();
      throw new AssertionError();
    } catch (CompletionException e) {
      c.add();
    }
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void isCompletedExceptionallySpin() throws Exception {
    Cell c = new Cell();
    CompletableFuture<Integer> f = new CompletableFuture<>();
    Thread t =
        start(
            () -> {
              c.add();
              f.completeExceptionally(new IllegalStateException("wanted"));
            });
    while (!f.isCompletedExceptionally()) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void isCancelledSpin() throws Exception {
    Cell c = new Cell();
    CompletableFuture<Integer> f = new CompletableFuture<>();
    Thread t =
        start(
            () -> {
              c.add();
              f.cancel(false);
            });
    while (!f.isCancelled()) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void numberOfDependentsSpin() throws Exception {
    Cell c = new Cell();
    CompletableFuture<Integer> f = new CompletableFuture<>();
    Thread t =
        start(
            () -> {
              c.add();
              f.thenRun(() -> {});
            });
    while (f.getNumberOfDependents() == 0) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void obtrudedException_seenByOther() throws Exception {
    Cell c = new Cell();
    CompletableFuture<Integer> f = CompletableFuture.completedFuture(0);
    Thread t =
        start(
            () -> {
              c.add();
              f.obtrudeException(new IllegalStateException("wanted"));
            });
    while (!f.isCompletedExceptionally()) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void anyOf_ofManyCompleters() throws Exception {
    Cell[] cs = cells(3);
    CompletableFuture<?>[] fs = new CompletableFuture<?>[3];
    for (int i = 0; i < 3; i++) {
      Cell c = cs[i];
      fs[i] =
          CompletableFuture.supplyAsync(
              () -> {
                c.add();
                return c;
              });
    }
    ((Cell) CompletableFuture.anyOf(fs).join()).add();
    CompletableFuture.allOf(fs).join();
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void asyncStages_onAnExecutorOfThreads() throws Exception {
    Cell c = new Cell();
    Executor threads =
        r -> {
          Thread t = new Thread(r);
          t.setDaemon(true);
          t.start();
        };
    c.add();
    CompletableFuture.runAsync(c::add, threads)
        .thenRunAsync(c::add, threads)
        .handleAsync((x, e) -> c.add(), threads)
        .whenCompleteAsync((x, e) -> c.add(), threads)
        .join();
    c.add();
  }

  /** A future whose stages run on a pool of its own. */
  private static final class Own<T> extends CompletableFuture<T> {
    private final Executor executor;

    Own(Executor executor) {
      this.executor = executor;
    }

    @Override
    public Executor defaultExecutor() {
      return executor;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
      return new Own<>(executor);
    }
  }

  @Test
  @Tag(PROMISED)
  void subclass_withItsExecutor() throws Exception {
    Cell c = new Cell();
    ExecutorService p = Executors.newFixedThreadPool(2);
    Own<Integer> f = new Own<>(p);
    Thread t = start(() -> f.complete(1));
    c.add();
    f.thenApplyAsync(x -> c.add()).thenAcceptAsync(x -> c.add()).join();
    c.add();
    t.join();
    p.shutdownNow();
  }

  @Test
  @Tag(PROMISED)
  void minimalStage_andBack() throws Exception {
    Cell c = new Cell();
    CompletableFuture<Integer> f = new CompletableFuture<>();
    CompletionStage<Integer> stage = f.minimalCompletionStage();
    Thread t =
        start(
            () -> {
              c.add();
              f.complete(1);
            });
    stage.toCompletableFuture().thenApply(x -> c.add()).join();
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void timeOut_againstACompletion() throws Exception {
    Cell c = new Cell();
    CompletableFuture<Integer> f = new CompletableFuture<>();
    f.completeOnTimeout(7, 20, TimeUnit.MICROSECONDS);
    c.add();
    Thread t = start(() -> f.complete(1));
    f.thenRun(c::add).join();
    c.add();
    t.join();
  }

  /** An exception whose text is made of plain state, under a lock. */
  private static final class Told extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient Cell cell;

    Told(Cell cell) {
      this.cell = cell;
    }

    @Override
    public String getMessage() {
      synchronized (cell) {
        return "wanted " + cell.add();
      }
    }
  }

  @Test
  @Tag(PROMISED)
  void textOfAnException_isMadeUnderALock() throws Exception {
    Cell c = new Cell();
    CompletableFuture<Integer> f = new CompletableFuture<>();
    CompletableFuture<Integer> g =
        f.thenApply(
            x -> {
              throw new Told(c);
            });
    Step use =
        () -> {
          synchronized (c) {
            c.add();
            g.isDone();
          }
        };
    inParallel(() -> f.complete(1), use, use);
    try {
      g.join();
    } catch (CompletionException e) {
      use.run();
    }
  }

  @Test
  @Tag(PROMISED)
  void onePoolOfOne_bothStagesAndTasks() throws Exception {
    Cell c = new Cell();
    ExecutorService p = Executors.newSingleThreadExecutor();
    CompletableFuture<Void> f = CompletableFuture.runAsync(c::add, p);
    CompletableFuture<Void> g = CompletableFuture.runAsync(c::add, p);
    CompletableFuture.allOf(f, g).join();
    c.add();
    p.shutdown();
  }
}
