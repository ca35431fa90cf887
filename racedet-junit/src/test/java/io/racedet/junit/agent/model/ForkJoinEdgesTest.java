package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.cells;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.touchAll;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Fork/join tasks: what they see of each other, and who waits for them. */
class ForkJoinEdgesTest extends EdgesTestCase {
  static Stream<Arguments> edges() {
    return Stream.of(trees(), tasks()).flatMap(all -> all);
  }

  /** A heap-shaped tree of tasks, each of which uses what its children have written. */
  private static final class Tree extends RecursiveAction {
    private static final long serialVersionUID = 1L;

    private final transient Cell[] cells;
    private final int node;

    Tree(Cell[] cells, int node) {
      this.cells = cells;
      this.node = node;
    }

    @Override
    protected void compute() {
      Cell mine = new Cell();
      cells[node] = mine;
      int left = 2 * node + 1;
      if (left + 1 < cells.length) {
        Tree first = new Tree(cells, left);
        first.fork();
        if (node == 0) {
          hear("another thread");
        }
        new Tree(cells, left + 1).invoke();
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

  private static Stream<Arguments> trees() {
    return Stream.of(
        edge(
            "fork and join",
            () -> {
              ForkJoinPool pool = new ForkJoinPool(2);
              pool.invoke(new Tree(new Cell[16], 0));
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
        edgeUnlessAlone(
            "counted completer",
            () -> {
              ForkJoinPool pool = new ForkJoinPool(2);
              pool.invoke(new Touch(null, cells(8), 0, 8));
              pool.shutdown();
            }),
        edge(
            "recursive task",
            () -> {
              Cell[] cells = cells(8);
              ForkJoinPool pool = new ForkJoinPool(3);
              pool.submit(new Sum(cells, 0, 8)).get();
              touchAll(cells);
              pool.shutdown();
            }));
  }

  private static Stream<Arguments> tasks() {
    return Stream.of(
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
            }));
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
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
            }));
  }
}
