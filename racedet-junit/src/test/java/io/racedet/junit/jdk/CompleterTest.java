package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Counted completers and parallel streams. */
@RaceFree
class CompleterTest extends JdkPrograms {

  /** Adds up in a tree: each completes its parent, who combines what the children did. */
  private static final class Adder extends CountedCompleter<Integer> {
    private static final long serialVersionUID = 1;
    private final transient Cell[] cs;
    private final int from;
    private final int to;
    private transient Adder left;
    private transient Adder right;
    private int sum;

    Adder(CountedCompleter<?> parent, Cell[] cs, int from, int to) {
      super(parent);
      this.cs = cs;
      this.from = from;
      this.to = to;
    }

    @Override
    public void compute() {
      if (to - from > 1) {
        int middle = (from + to) / 2;
        left = new Adder(this, cs, from, middle);
        right = new Adder(this, cs, middle, to);
        setPendingCount(2);
        right.fork();
        left.fork();
      } else {
        sum = cs[from].add();
      }
      tryComplete();
    }

    @Override
    public void onCompletion(CountedCompleter<?> caller) {
      if (left != null) {
        sum = left.sum + right.sum;
        cs[from].add();
      }
    }

    @Override
    public Integer getRawResult() {
      return sum;
    }
  }

  @Test
  @Tag(PROMISED)
  void completers_combineTheirChildren() throws Exception {
    Cell[] cs = cells(4);
    for (Cell c : cs) {
      c.add();
    }
    ForkJoinPool p = new ForkJoinPool(3);
    p.invoke(new Adder(null, cs, 0, 4));
    for (Cell c : cs) {
      c.add();
    }
    new Adder(null, cs, 0, 4).invoke();
    for (Cell c : cs) {
      c.add();
    }
    p.shutdown();
  }

  /** Waits for a number of completions from outside. */
  private static final class Trigger extends CountedCompleter<Void> {
    private static final long serialVersionUID = 1;
    private final transient Runnable then;

    Trigger(int count, Runnable then) {
      super(null, count);
      this.then = then;
    }

    @Override
    public void compute() {}

    @Override
    public void onCompletion(CountedCompleter<?> caller) {
      then.run();
    }
  }

  @Test
  @Tag(PROMISED)
  void completer_triggeredByTwoThreads() throws Exception {
    Cell[] cs = cells(3);
    Trigger all =
        new Trigger(
            2,
            () -> {
              for (Cell c : cs) {
                c.add();
              }
            });
    inParallel(
        () -> {
          cs[0].add();
          all.tryComplete();
        },
        () -> {
          cs[1].add();
          all.tryComplete();
        },
        () -> {
          cs[2].add();
          all.tryComplete();
        });
    all.join();
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(IMPLEMENTED)
  void completer_pendingCountSpin() throws Exception {
    Cell c = new Cell();
    Trigger all = new Trigger(1, () -> {});
    Thread t =
        start(
            () -> {
              c.add();
              all.decrementPendingCountUnlessZero();
            });
    while (all.getPendingCount() > 0) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void stream_forEachAndReduce() throws Exception {
    Cell[] cs = cells(16);
    for (Cell c : cs) {
      c.add();
    }
    Arrays.stream(cs).parallel().forEach(Cell::add);
    for (Cell c : cs) {
      c.add();
    }
    int sum = Arrays.stream(cs).parallel().map(Cell::add).reduce(0, Integer::sum);
    for (Cell c : cs) {
      c.value += sum;
    }
  }

  @Test
  @Tag(PROMISED)
  void stream_collectedIntoPlainContainers() throws Exception {
    List<Cell> all =
        IntStream.range(0, 16)
            .parallel()
            .mapToObj(Cell::new)
            .collect(ArrayList::new, ArrayList::add, ArrayList::addAll);
    for (Cell c : all) {
      c.add();
    }
    Map<Integer, List<Cell>> groups =
        all.stream().parallel().collect(Collectors.groupingBy(c -> c.value % 3));
    groups.values().forEach(group -> group.forEach(Cell::add));
  }

  @Test
  @Tag(PROMISED)
  void stream_forEachOrdered_oneCell() throws Exception {
    Cell c = new Cell();
    IntStream.range(0, 16).parallel().map(i -> i + 1).forEachOrdered(i -> c.add());
    c.add();
  }

  @Test
  @Tag(PROMISED)
  void stream_findAndSort() throws Exception {
    IntStream.range(0, 16)
        .parallel()
        .mapToObj(Cell::new)
        .filter(c -> c.add() > 3)
        .findFirst()
        .orElseThrow()
        .add();
    IntStream.range(0, 16)
        .parallel()
        .mapToObj(Cell::new)
        .filter(c -> c.add() > 3)
        .findAny()
        .orElseThrow()
        .add();
    List<Cell> sorted =
        IntStream.range(0, 16)
            .parallel()
            .mapToObj(i -> new Cell(16 - i))
            .sorted((c, d) -> c.value - d.value)
            .toList();
    for (Cell c : sorted) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void stream_limitedAndFlattened() throws Exception {
    List<Cell> all =
        IntStream.range(0, 8)
            .parallel()
            .boxed()
            .flatMap(i -> Stream.of(new Cell(i), new Cell(i)))
            .skip(2)
            .limit(10)
            .peek(Cell::add)
            .toList();
    for (Cell c : all) {
      c.add();
    }
    Object[] array = all.stream().parallel().distinct().toArray();
    for (Object c : array) {
      ((Cell) c).add();
    }
  }

  @Test
  @Tag(PROMISED)
  void stream_inAPoolOfItsOwn() throws Exception {
    Cell[] cs = cells(8);
    for (Cell c : cs) {
      c.add();
    }
    ForkJoinPool p = new ForkJoinPool(3);
    p.submit(() -> Arrays.stream(cs).parallel().forEach(Cell::add)).get();
    for (Cell c : cs) {
      c.add();
    }
    p.shutdown();
  }

  @Test
  @Tag(PROMISED)
  void arrays_parallelOperations() throws Exception {
    Cell[] cs = new Cell[16];
    Arrays.parallelSetAll(
        cs,
        i -> {
          Cell c = new Cell(16 - i);
          c.add();
          return c;
        });
    for (Cell c : cs) {
      c.add();
    }
    Arrays.parallelPrefix(cs, (c, d) -> new Cell(c.value + d.value));
    for (Cell c : cs) {
      c.add();
    }
  }
}
