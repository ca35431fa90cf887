package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Stages that complete, each after what was before its registration and its completion. */
@RaceFree
class StagesTest extends JdkPrograms {
  @Test
  @Tag(PROMISED)
  void cf_whenCompleteRegisteredWhileOtherFails() throws Exception {
    Cell c = new Cell();
    CompletableFuture<Integer> f = new CompletableFuture<>();
    Thread t =
        start(
            () -> {
              spin(300);
              f.completeExceptionally(new IllegalStateException());
            });
    c.add();
    CompletableFuture<?> d = f.whenComplete((x, e) -> c.add()).exceptionally(e -> c.add());
    d.join();
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void cf_runAfterBoth_andAllOf() throws Exception {
    Cell a = new Cell(), b = new Cell(), c = new Cell();
    CompletableFuture<Void> f = CompletableFuture.runAsync(a::add),
        g = CompletableFuture.runAsync(b::add);
    c.add();
    CompletableFuture.allOf(
            f.runAfterBoth(
                g,
                () -> {
                  a.add();
                  b.add();
                  c.add();
                }),
            f,
            g)
        .join();
    a.add();
    b.add();
    c.add();
  }

  @Test
  @Tag(PROMISED)
  void cf_applyToEither_anyOf() throws Exception {
    CompletableFuture<Cell> f =
        CompletableFuture.supplyAsync(
            () -> {
              Cell x = new Cell();
              x.add();
              return x;
            });
    CompletableFuture<Cell> g =
        CompletableFuture.supplyAsync(
            () -> {
              Cell x = new Cell();
              x.add();
              return x;
            });
    Cell c = new Cell();
    c.add();
    f.applyToEither(
            g,
            x -> {
              c.add();
              return x;
            })
        .join()
        .add();
    c.add();
    CompletableFuture<Cell> h =
        CompletableFuture.supplyAsync(
            () -> {
              Cell x = new Cell();
              x.add();
              return x;
            });
    ((Cell) CompletableFuture.anyOf(h).join()).add();
  }

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void cf_thenCompose() throws Exception {
    Cell c = new Cell();
    c.add();
    CompletableFuture.supplyAsync(
            () -> {
              c.add();
              return c;
            })
        .thenCompose(
            x ->
                CompletableFuture.supplyAsync(
                    () -> {
                      x.add();
                      return x;
                    }))
        .join()
        .add();
  }

  @Test
  @Tag(PROMISED)
  void cf_asyncStages_ownPool() throws Exception {
    Cell c = new Cell();
    ExecutorService p = Executors.newFixedThreadPool(2);
    CompletableFuture<Integer> f = new CompletableFuture<>();
    start(() -> f.complete(1));
    c.add();
    f.thenRunAsync(c::add, p).thenRunAsync(c::add).thenRun(c::add).join();
    c.add();
    p.shutdownNow();
  }

  @Test
  @Tag(PROMISED)
  void cf_isDoneSpin_getNow() throws Exception {
    Cell c = new Cell(), d = new Cell();
    CompletableFuture<Void> f = CompletableFuture.runAsync(c::add),
        g = CompletableFuture.runAsync(d::add);
    while (!f.isDone()) {
      Thread.onSpinWait();
    }
    c.add();
    CompletableFuture<Integer> h = g.thenApply(x -> 1);
    while (h.getNow(0) == 0) {
      Thread.onSpinWait();
    }
    d.add();
  }

  @Test
  @Tag(PROMISED)
  void cf_getTimeoutRetry() throws Exception {
    Cell c = new Cell();
    CompletableFuture<Void> f =
        CompletableFuture.runAsync(
            () -> {
              pause(30);
              c.add();
            });
    for (; ; ) {
      try {
        f.get(10, TimeUnit.MICROSECONDS);
        break;
      } catch (TimeoutException e) {
        // Not done yet.
      }
    }
    c.add();
  }

  @Test
  @Tag(PROMISED)
  void cf_orTimeout_stageAfterTimeout() throws Exception {
    Cell c = new Cell();
    CompletableFuture<Integer> f = new CompletableFuture<>();
    c.add();
    f.orTimeout(20, TimeUnit.MICROSECONDS).handle((x, e) -> c.add()).join();
    c.add();
  }

  @Test
  @Tag(PROMISED)
  void cf_completeOnTimeout_delayedExecutor() throws Exception {
    Cell c = new Cell(), d = new Cell();
    c.add();
    new CompletableFuture<Cell>()
        .completeOnTimeout(c, 10, TimeUnit.MICROSECONDS)
        .thenAccept(Cell::add)
        .join();
    c.add();
    d.add();
    CompletableFuture.runAsync(d::add, CompletableFuture.delayedExecutor(10, TimeUnit.MICROSECONDS))
        .join();
    d.add();
  }

  @Test
  @Tag(PROMISED)
  void cf_completeAsync_copy_minimal() throws Exception {
    Cell c = new Cell();
    c.add();
    CompletableFuture<Cell> f =
        new CompletableFuture<Cell>()
            .completeAsync(
                () -> {
                  c.add();
                  return c;
                });
    CompletableFuture<Cell> g = f.copy();
    CompletionStage<Cell> m = g.minimalCompletionStage();
    m.thenApply(
            x -> {
              x.add();
              return x;
            })
        .toCompletableFuture()
        .join()
        .add();
  }

  @Test
  @Tag(PROMISED)
  void cf_obtrude_seenByOther() throws Exception {
    Cell c = new Cell();
    CompletableFuture<Integer> f = CompletableFuture.completedFuture(0);
    Thread t =
        start(
            () -> {
              c.add();
              f.obtrudeValue(1);
            });
    while (f.join() == 0) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void cf_completeReturnsFalse() throws Exception {
    Cell c = new Cell();
    CompletableFuture<Integer> f = new CompletableFuture<>();
    Thread t =
        start(
            () -> {
              c.add();
              f.complete(1);
            });
    spin(200);
    if (!f.complete(2)) {
      c.add();
    }
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void cf_delayedExecutor() throws Exception {
    Cell d = new Cell();
    d.add();
    CompletableFuture.runAsync(d::add, CompletableFuture.delayedExecutor(10, TimeUnit.MICROSECONDS))
        .join();
    d.add();
  }

  @Test
  @Tag(PROMISED)
  void dependentRegisteredWhileOtherCompletes() throws Exception {
    Cell c = new Cell();
    CompletableFuture<Integer> f = new CompletableFuture<>();
    CountDownLatch l = new CountDownLatch(1);
    Thread t = start(() -> f.complete(1));
    c.add();
    f.thenRun(
        () -> {
          c.add();
          l.countDown();
        });
    l.await();
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void dependentRegistered_joinedThroughIt() throws Exception {
    Cell c = new Cell();
    CompletableFuture<Integer> f = new CompletableFuture<>();
    Thread t = start(() -> f.complete(1));
    c.add();
    f.thenApply(x -> c.add()).join();
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void thenCombine_otherSideRegistersLate() throws Exception {
    Cell c = new Cell();
    CompletableFuture<Integer> f = new CompletableFuture<>();
    CompletableFuture<Integer> g = new CompletableFuture<>();
    Thread t = start(() -> f.complete(1));
    Thread u = start(() -> g.complete(1));
    c.add();
    f.thenCombine(g, (x, y) -> c.add()).join();
    c.add();
    join(t, u);
  }

  @Test
  @Tag(PROMISED)
  void twoRegisterOnOne_eachItsOwn() throws Exception {
    CompletableFuture<Integer> f = new CompletableFuture<>();
    Step register =
        () -> {
          Cell c = new Cell();
          c.add();
          f.thenRun(c::add).join();
          c.add();
        };
    inParallel(register, register, () -> f.complete(1));
  }

  @Test
  @Tag(PROMISED)
  void chainBuiltByOne_completedByThree() throws Exception {
    Cell c = new Cell();
    CompletableFuture<Integer> f = new CompletableFuture<>();
    CompletableFuture<Integer> g = new CompletableFuture<>();
    CompletableFuture<Integer> h = new CompletableFuture<>();
    Thread[] ts = {
      start(() -> f.complete(1)), start(() -> g.complete(2)), start(() -> h.complete(3))
    };
    c.add();
    f.thenApply(x -> c.add())
        .thenCompose(x -> g)
        .thenApply(x -> c.add())
        .thenCombine(h, (x, y) -> c.add())
        .join();
    c.add();
    join(ts);
  }
}
