package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Fork and join: tasks, completers, and the end and the rest of a pool. */
@RaceFree
class ForkJoinTest extends JdkPrograms {
  private static final class Sum extends RecursiveTask<Integer> {
    private static final long serialVersionUID = 1;
    private final transient Cell[] cs;
    private final int from;
    private final int to;

    Sum(Cell[] cs, int from, int to) {
      this.cs = cs;
      this.from = from;
      this.to = to;
    }

    @Override
    protected Integer compute() {
      if (to - from == 1) {
        return cs[from].add();
      }
      int middle = (from + to) / 2;
      Sum left = new Sum(cs, from, middle);
      Sum right = new Sum(cs, middle, to);
      left.fork();
      int sum = right.compute() + left.join();
      return sum + cs[from].add();
    }
  }

  @Test
  @Tag(PROMISED)
  void recursiveTask_invokedByAPool() throws Exception {
    Cell[] cs = cells(4);
    for (Cell c : cs) {
      c.add();
    }
    ForkJoinPool p = new ForkJoinPool(3);
    p.invoke(new Sum(cs, 0, 4));
    for (Cell c : cs) {
      c.add();
    }
    p.submit(new Sum(cs, 0, 4)).get();
    for (Cell c : cs) {
      c.add();
    }
    p.shutdown();
  }

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void recursiveTask_onTheCommonPool() throws Exception {
    Cell[] cs = cells(4);
    for (Cell c : cs) {
      c.add();
    }
    new Sum(cs, 0, 4).invoke();
    for (Cell c : cs) {
      c.add();
    }
    new Sum(cs, 0, 4).fork().get();
    for (Cell c : cs) {
      c.add();
    }
  }

  private static RecursiveAction action(Cell c) {
    return new RecursiveAction() {
      private static final long serialVersionUID = 1;

      @Override
      protected void compute() {
        c.add();
      }
    };
  }

  @Test
  @Tag(PROMISED)
  void invokeAll_ofActions() throws Exception {
    Cell[] cs = cells(3);
    for (Cell c : cs) {
      c.add();
    }
    ForkJoinTask.invokeAll(action(cs[0]), action(cs[1]), action(cs[2]));
    for (Cell c : cs) {
      c.add();
    }
    ForkJoinTask.invokeAll(action(cs[0]), action(cs[1]));
    ForkJoinTask.invokeAll(List.of(action(cs[2]), action(new Cell())));
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void doneSpins_andQuietJoins() throws Exception {
    Cell[] cs = cells(4);
    ForkJoinPool p = new ForkJoinPool(2);
    List<ForkJoinTask<?>> ts = new ArrayList<>();
    for (Cell c : cs) {
      ts.add(p.submit(action(c)));
    }
    while (!ts.get(0).isDone()) {
      Thread.onSpinWait();
    }
    cs[0].add();
    while (!ts.get(1).isCompletedNormally()) {
      Thread.onSpinWait();
    }
    cs[1].add();
    ts.get(2).quietlyJoin();
    cs[2].add();
    ts.get(3).get(10, TimeUnit.SECONDS);
    cs[3].add();
    p.shutdown();
  }

  @Test
  @Tag(PROMISED)
  void failedTask_joined() throws Exception {
    Cell c = new Cell();
    ForkJoinPool p = new ForkJoinPool(2);
    ForkJoinTask<?> f =
        p.submit(
            (Runnable)
                () -> {
                  c.add();
                  throw new IllegalStateException("wanted");
                });
    try {
      f.join();
      throw new AssertionError();
    } catch (RuntimeException e) {
      c.add();
    }
    p.shutdown();
  }

  @Test
  @Tag(PROMISED)
  void completedByHand_joinedByOther() throws Exception {
    Cell c = new Cell();
    Cell d = new Cell();
    RecursiveTask<Integer> f = new Sum(cells(1), 0, 1);
    RecursiveTask<Integer> g = new Sum(cells(1), 0, 1);
    Thread t =
        start(
            () -> {
              c.add();
              f.complete(3);
              d.add();
              g.completeExceptionally(new IllegalStateException("wanted"));
            });
    f.join();
    c.add();
    try {
      g.join();
      throw new AssertionError();
    } catch (IllegalStateException e) {
      d.add();
    }
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void cancelledTask_seenByOther() throws Exception {
    Cell c = new Cell();
    RecursiveTask<Integer> f = new Sum(cells(1), 0, 1);
    Thread t =
        start(
            () -> {
              c.add();
              f.cancel(true);
            });
    while (!f.isCancelled()) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void adaptedTasks() throws Exception {
    Cell[] cs = cells(3);
    ForkJoinPool p = new ForkJoinPool(2);
    ForkJoinTask<?> f = ForkJoinTask.adapt((Runnable) cs[0]::add);
    ForkJoinTask<Integer> g = ForkJoinTask.adapt((Callable<Integer>) cs[1]::add);
    ForkJoinTask<Integer> h = ForkJoinTask.adapt(cs[2]::add, 1);
    for (Cell c : cs) {
      c.add();
    }
    p.execute(f);
    p.execute(g);
    p.execute(h);
    f.join();
    g.join();
    h.join();
    for (Cell c : cs) {
      c.add();
    }
    p.shutdown();
  }

  @Test
  @Tag(PROMISED)
  void invokeAllAndAny_ofAForkJoinPool() throws Exception {
    Cell[] cs = cells(3);
    ForkJoinPool p = new ForkJoinPool(2);
    List<Callable<Cell>> tasks = new ArrayList<>();
    for (Cell c : cs) {
      c.add();
      tasks.add(
          () -> {
            c.add();
            return c;
          });
    }
    for (Future<Cell> f : p.invokeAll(tasks)) {
      f.get().add();
    }
    List<Callable<Cell>> own = List.of(() -> new Cell(1), () -> new Cell(2));
    p.invokeAny(own).add();
    p.shutdown();
  }

  @Test
  @Tag(PROMISED)
  void taskAgain_afterReinitialization() throws Exception {
    Cell c = new Cell();
    RecursiveAction a = action(c);
    ForkJoinPool p = new ForkJoinPool(2);
    for (int i = 0; i < 3; i++) {
      c.add();
      p.invoke(a);
      c.add();
      a.reinitialize();
    }
    p.shutdown();
  }

  @Test
  @Tag(PROMISED)
  void tryUnfork_runByItself() throws Exception {
    Cell c = new Cell();
    Cell d = new Cell();
    ForkJoinPool p = new ForkJoinPool(2);
    p.submit(
            () -> {
              RecursiveAction a = action(c);
              d.add();
              a.fork();
              if (a.tryUnfork()) {
                a.invoke();
              } else {
                a.join();
              }
              c.add();
            })
        .join();
    c.add();
    d.add();
    p.shutdown();
  }
}
