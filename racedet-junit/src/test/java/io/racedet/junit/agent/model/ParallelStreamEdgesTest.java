package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.cells;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.touchAll;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.Arrays;
import java.util.List;
import java.util.Spliterator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.provider.Arguments;

/** Parallel streams and operations on arrays: who starts them sees what their workers have done. */
class ParallelStreamEdgesTest extends EdgesTestCase {
  /** Takes long enough for another thread to help. */
  private static int touch(Cell cell) {
    Programs.run(() -> Thread.sleep(1));
    return ++cell.data;
  }

  /** Numbers of which those on the right are split once those on the left have been processed. */
  private static final class SplitLate implements Spliterator.OfInt {
    private int next;
    private final int end;

    SplitLate(int next, int end) {
      this.next = next;
      this.end = end;
    }

    @Override
    public OfInt trySplit() {
      if (end - next < 2) {
        return null;
      }
      if (next == 2) {
        hear("left");
        Programs.run(() -> Thread.sleep(5));
      }
      int middle = (next + end) / 2;
      OfInt left = new SplitLate(next, middle);
      next = middle;
      return left;
    }

    @Override
    public boolean tryAdvance(IntConsumer action) {
      if (next == end) {
        return false;
      }
      action.accept(next++);
      return true;
    }

    @Override
    public long estimateSize() {
      return end - next;
    }

    @Override
    public int characteristics() {
      return ORDERED | SIZED | SUBSIZED;
    }
  }

  private static void forEachOrdered() throws Exception {
    Cell cell = new Cell();
    ForkJoinPool pool = new ForkJoinPool(3);
    pool.submit(
            () ->
                StreamSupport.intStream(new SplitLate(0, 4), true)
                    .forEachOrdered(
                        i -> {
                          cell.data++;
                          if (i == 1) {
                            whisper("left");
                          }
                        }))
        .get();
    pool.shutdown();
  }

  static Stream<Arguments> edges() {
    return Stream.of(
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
              Stream.of(cells).parallel().forEach(ParallelStreamEdgesTest::touch);
              for (Cell cell : cells) {
                cell.data++;
              }
            }),
        edgeUnlessAlone(
            "parallel collect",
            () -> {
              Cell[] cells = cells(32);
              List<Integer> all =
                  Arrays.stream(cells)
                      .parallel()
                      .map(ParallelStreamEdgesTest::touch)
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
              pool.submit(
                      () -> List.of(cells).parallelStream().forEach(ParallelStreamEdgesTest::touch))
                  .get();
              touchAll(cells);
              pool.shutdown();
            }),
        edge("parallel forEachOrdered", ParallelStreamEdgesTest::forEachOrdered),
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

  static Stream<Arguments> noEdges() {
    return Stream.of(
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
