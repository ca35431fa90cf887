package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.KINDS;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.OF_VALUES;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.QueueCallEdgesTest.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.Spliterator;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * What was made before a queue changed, and shows the change: iterators, spliterators and their
 * parts. What shows that one of several elements is gone, and elements that are compared.
 */
class QueueCursorEdgesTest extends EdgesTestCase {
  /** An element that calls of the queue read. */
  private static final class Item implements Delayed {
    private int rank;

    Item(int rank) {
      this.rank = rank;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return rank - 1_000;
    }

    @Override
    public int compareTo(Delayed other) {
      return Integer.compare(rank, ((Item) other).rank);
    }

    @Override
    public String toString() {
      return "item " + rank;
    }
  }

  private record Cursor(
      String name, Predicate<Queue<Object>> of, Function<Queue<Object>, Count> made) {}

  private static Cursor cursor(String name, Function<Queue<Object>, Count> made) {
    return new Cursor(name, queue -> true, made);
  }

  private static Count begun(Spliterator<?> elements) {
    return elements.tryAdvance(e -> {}) ? () -> 1 + Count.advances(elements).remaining() : () -> 0;
  }

  private static Count rest(Consumer<Consumer<Object>> visit) {
    return () -> {
      int[] count = new int[1];
      visit.accept(element -> count[0]++);
      return count[0];
    };
  }

  /** Counts twice what the first part has. */
  private static Count part(Spliterator<?> elements) {
    return () -> {
      Spliterator<?> part = elements.trySplit();
      return part == null ? 0 : 2 * Count.advances(part).remaining();
    };
  }

  private static final List<Cursor> CURSORS =
      List.of(
          cursor("iterator", q -> Count.nexts(q.iterator())),
          cursor("iterator, rest", q -> rest(q.iterator()::forEachRemaining)),
          cursor("tryAdvance", q -> Count.advances(q.spliterator())),
          cursor("tryAdvance, begun", q -> begun(q.spliterator())),
          cursor("spliterator, rest", q -> rest(q.spliterator()::forEachRemaining)),
          cursor("size", q -> q::size),
          cursor("toArray", q -> () -> q.toArray().length),
          cursor("toArray(T[])", q -> () -> q.toArray(new Object[0]).length),
          cursor("toString", q -> () -> q.toString().split(",").length),
          cursor("forEach", q -> rest(q::forEach)),
          cursor("removeIf", q -> () -> tests(q)),
          new Cursor(
              "descendingIterator",
              q -> q instanceof Deque,
              q -> Count.nexts(((Deque<Object>) q).descendingIterator())));

  private static int tests(Queue<?> queue) {
    int[] count = new int[1];
    queue.removeIf(element -> count[0]++ < 0);
    return count[0];
  }

  /** One thread changes a queue; if another one sees it, the access of that is ordered. */
  private static Arguments row(
      String name, Supplier<Queue<Object>> made, Predicate<Queue<Object>> change, Seen seen) {
    Recorded.Program program =
        () -> {
          Queue<Object> queue = made.get();
          Predicate<Queue<Object>> look = seen.by(queue);
          Cell cell = new Cell();
          inParallel(
              () -> {
                cell.data = 1;
                check(change.test(queue));
                whisper("changed");
              },
              () -> {
                hear("changed");
                if (look.test(queue)) {
                  cell.data++;
                }
              });
        };
    return Arguments.of(name, program, false);
  }

  private interface Seen {
    Predicate<Queue<Object>> by(Queue<Object> queue);
  }

  private static Queue<Object> make(Kind kind, IntFunction<Object> elements, int count) {
    Queue<Object> queue = kind.make();
    for (int i = 1; i <= count; i++) {
      queue.add(elements.apply(i));
    }
    return queue;
  }

  private static Stream<Arguments> comesTo(Kind kind, String of, IntFunction<Object> elements) {
    return CURSORS.stream()
        .filter(cursor -> cursor.of.test(kind.make()))
        .flatMap(
            cursor -> {
              String name = kind.name() + " of " + of + ": " + cursor.name;
              return Stream.of(
                  row(
                      name + ", add",
                      () -> make(kind, elements, 1),
                      queue -> queue.add(elements.apply(2)),
                      queue -> seen(cursor.made.apply(queue), 2)),
                  row(
                      name + ", poll",
                      () -> make(kind, elements, 2),
                      queue -> queue.poll() != null,
                      queue -> seen(cursor.made.apply(queue), 1)),
                  row(
                      name + ", remove",
                      () -> make(kind, elements, 2),
                      queue -> queue.remove(2) || queue.removeIf(e -> e.toString().endsWith("2")),
                      queue -> seen(cursor.made.apply(queue), 1)));
            });
  }

  private static Predicate<Queue<Object>> seen(Count count, int expected) {
    return queue -> count.remaining() == expected;
  }

  private static Stream<Arguments> cursors() {
    return Stream.concat(
        KINDS.stream().flatMap(kind -> comesTo(kind, "items", Item::new)),
        OF_VALUES.stream().flatMap(kind -> comesTo(kind, "numbers", i -> i)));
  }

  /** The first part of what was added after the spliterator was made. */
  private static Stream<Arguments> parts() {
    return Stream.concat(
        KINDS.stream().map(kind -> part(kind, "items", Item::new)),
        OF_VALUES.stream().map(kind -> part(kind, "numbers", i -> i)));
  }

  private static Arguments part(Kind kind, String of, IntFunction<Object> elements) {
    return row(
        kind.name() + " of " + of + ": trySplit, then add",
        kind::make,
        queue -> queue.addAll(List.of(elements.apply(1), elements.apply(2))),
        queue -> seen(part(queue.spliterator()), 2));
  }

  /** Each of several elements is written before it is added, and read by who has split twice. */
  private static Arguments partOfMore(Kind kind) {
    return Arguments.of(
        kind.name() + ": a second part",
        (Recorded.Program)
            () -> {
              Queue<Object> queue = kind.make();
              inParallel(
                  () -> {
                    for (int i = 1; i <= 3; i++) {
                      queue.add(new Item(i));
                    }
                    whisper("added");
                  },
                  () -> {
                    hear("added");
                    Spliterator<?> elements = queue.spliterator();
                    elements.trySplit();
                    elements.trySplit().forEachRemaining(item -> check(((Item) item).rank > 0));
                  });
            },
        false);
  }

  /** Whether the first part is one of three elements: some queues give all of them away. */
  private static boolean splitsTwice(Kind kind) {
    Spliterator<?> elements = make(kind, Item::new, 3).spliterator();
    return elements.trySplit().estimateSize() == 1 && elements.trySplit() != null;
  }

  private static Stream<Arguments> looks() {
    return KINDS.stream()
        .flatMap(
            kind ->
                Stream.of(
                    row(
                        kind.name() + ": poll, next one",
                        () -> make(kind, Item::new, 2),
                        queue -> queue.poll() != null,
                        queue -> QueueCursorEdgesTest::takes),
                    row(
                        kind.name() + ": poll, does not contain",
                        () -> make(kind, Item::new, 2),
                        queue -> queue.poll() != null,
                        queue -> look -> !look.contains("none")),
                    row(
                        kind.name() + ": poll, does not remove",
                        () -> make(kind, Item::new, 2),
                        queue -> queue.poll() != null,
                        queue -> look -> !look.remove("none")),
                    row(
                        kind.name() + ": poll, iterator of none",
                        () -> make(kind, Item::new, 1),
                        queue -> queue.poll() != null,
                        queue -> QueueCursorEdgesTest::hasNone),
                    row(
                        kind.name() + ": add, estimateSize",
                        kind::make,
                        queue -> queue.add(new Item(1)),
                        queue -> look -> look.spliterator().estimateSize() == 1)));
  }

  private static boolean takes(Queue<Object> queue) {
    return queue instanceof BlockingQueue<Object> blocking
        ? Programs.get(blocking::take) != null
        : queue.poll() != null;
  }

  private static boolean hasNone(Queue<Object> queue) {
    try {
      return queue.iterator().next() == null;
    } catch (NoSuchElementException e) {
      return true;
    }
  }

  /* ---- elements that are read by the queue ---- */

  private record Sorting(String name, Supplier<BlockingQueue<Item>> made) {}

  private static final List<Sorting> SORTING =
      List.of(
          new Sorting("PriorityBlockingQueue", PriorityBlockingQueue::new),
          new Sorting(
              "PriorityBlockingQueue by a comparator",
              () -> new PriorityBlockingQueue<>(3, Comparator.comparingInt(item -> item.rank))),
          new Sorting("DelayQueue", DelayQueue::new));

  /** One thread writes and adds elements, another one makes calls that compare or ask them. */
  private static Arguments reading(
      Sorting sorting, String name, Predicate<BlockingQueue<Item>> call) {
    return Arguments.of(
        sorting.name + ", elements read in " + name,
        (Recorded.Program)
            () -> {
              BlockingQueue<Item> queue = sorting.made.get();
              inParallel(
                  () -> {
                    for (int i = 1; i <= 5; i++) {
                      queue.add(new Item(i));
                    }
                    whisper("added");
                  },
                  () -> {
                    hear("added");
                    check(call.test(queue));
                  });
            },
        false);
  }

  private static Stream<Arguments> readings() {
    return SORTING.stream()
        .flatMap(
            sorting ->
                Stream.of(
                    reading(sorting, "add", q -> q.add(new Item(0))),
                    reading(sorting, "poll", q -> q.poll() != null),
                    reading(sorting, "drainTo", q -> q.drainTo(new ArrayList<>(), 1) == 1)));
  }

  /** A consumer that waits has done what precedes its call. */
  private static Arguments waiting() {
    return edge(
        "LinkedTransferQueue: take, hasWaitingConsumer",
        () -> {
          LinkedTransferQueue<Object> queue = new LinkedTransferQueue<>();
          Cell cell = new Cell();
          inParallel(
              () -> {
                cell.data = 1;
                queue.take();
              },
              () -> {
                Programs.untilTrue(queue::hasWaitingConsumer);
                cell.data++;
                queue.add("x");
              });
        });
  }

  static Stream<Arguments> edges() {
    return Stream.of(
            cursors(),
            parts(),
            looks(),
            readings(),
            KINDS.stream()
                .filter(QueueCursorEdgesTest::splitsTwice)
                .map(QueueCursorEdgesTest::partOfMore),
            Stream.of(waiting()))
        .flatMap(all -> all);
  }

  static Stream<Arguments> noEdges() {
    return Stream.<Supplier<Queue<Item>>>of(PriorityBlockingQueue::new, DelayQueue::new)
        .map(
            made ->
                edge(
                    "iterator over what was there, " + made.get().getClass(),
                    () -> {
                      Queue<Item> queue = made.get();
                      queue.add(new Item(1));
                      Count count = Count.nexts(queue.iterator());
                      handOver(
                          () -> {
                            queue.add(new Item(2));
                            whisper("added");
                          },
                          () -> {
                            hear("added");
                            check(count.remaining() == 1);
                          });
                    }));
  }
}
