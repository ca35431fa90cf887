package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.KINDS;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.OF_VALUES;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.TAKING;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.blocking;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.blockingEnds;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.ends;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.of;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.rows;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.QueueCallEdgesTest.Call;
import io.racedet.junit.agent.model.QueueCallEdgesTest.Kind;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.Spliterator;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Queues of several elements, and what they do with the code of elements and of visitors. */
class QueueVisitEdgesTest extends EdgesTestCase {
  /** An element that reads what it has been given, and may do more when it is called. */
  private static final class Item implements Delayed {
    private final Runnable whenCalled;
    private int rank;

    Item(Runnable whenCalled) {
      this.whenCalled = whenCalled;
    }

    int called() {
      whenCalled.run();
      return rank;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return called() - 1_000;
    }

    @Override
    public int compareTo(Delayed other) {
      return Integer.compare(called(), ((Item) other).rank);
    }

    @Override
    public boolean equals(Object other) {
      called();
      return this == other || other instanceof Item item && rank > 0 && rank == item.rank;
    }

    @Override
    public int hashCode() {
      return 1;
    }

    @Override
    public String toString() {
      return "item " + called();
    }
  }

  private static int count(Consumer<Consumer<Object>> visit) {
    int[] count = new int[1];
    visit.accept(element -> count[0]++);
    return count[0];
  }

  private static int count(Iterator<?> elements) {
    int count = 0;
    while (elements.hasNext()) {
      elements.next();
      count++;
    }
    return count;
  }

  private static int count(Spliterator<?> elements) {
    int count = 0;
    while (elements.tryAdvance(element -> {})) {
      count++;
    }
    return count;
  }

  private static int countSplit(Spliterator<?> elements) {
    Spliterator<?> first = elements.trySplit();
    return first == null ? 0 : count(first::forEachRemaining) + count(elements::forEachRemaining);
  }

  private static int countFirstPart(Spliterator<?> elements) {
    Spliterator<?> first = elements.trySplit();
    return first == null ? 0 : 2 * count(first::forEachRemaining);
  }

  /** Calls that see the second element. */
  private static final List<Call<?>> SEEING =
      List.of(
          of("iterator", (q, e) -> count(q.iterator()) == 2),
          of("iterator.forEachRemaining", (q, e) -> count(q.iterator()::forEachRemaining) == 2),
          of("iterator, then forEachRemaining", (q, e) -> rest(q.iterator()) == 2),
          of("forEach", (q, e) -> count(q::forEach) == 2),
          of("tryAdvance", (q, e) -> count(q.spliterator()) == 2),
          of("spliterator", (q, e) -> count(q.spliterator()::forEachRemaining) == 2),
          of("tryAdvance, then the rest", (q, e) -> rest(q.spliterator()) == 2),
          of("trySplit", (q, e) -> countSplit(q.spliterator()) == 2),
          of("toArray", (q, e) -> q.toArray().length == 2),
          of("size", (q, e) -> q.size() == 2),
          of("copy", (q, e) -> new ArrayList<>(q).size() == 2),
          of("stream", (q, e) -> q.stream().filter(each -> true).toList().size() == 2),
          ends("descendingIterator", (q, e) -> count(q.descendingIterator()) == 2));

  private static int rest(Iterator<?> elements) {
    if (!elements.hasNext()) {
      return 0;
    }
    elements.next();
    return 1 + count(elements::forEachRemaining);
  }

  private static int rest(Spliterator<?> elements) {
    return (elements.tryAdvance(element -> {}) ? 1 : 0) + count(elements::forEachRemaining);
  }

  /** One thread adds a second element, and another one sees both. */
  private static Arguments second(Kind kind, Call<?> see, Function<Integer, Object> made) {
    return edge(
        kind.name() + ": a second one, " + see.name() + ' ' + made.apply(1).getClass(),
        () -> {
          Queue<Object> queue = kind.make();
          queue.add(made.apply(1));
          Object added = made.apply(2);
          handOver(
              () -> {
                if (added instanceof Item item) {
                  item.rank = 2;
                }
                queue.add(added);
              },
              () -> untilTrue(() -> see.call(queue, added)));
        });
  }

  /** One thread adds two elements, and another one sees one of them. */
  private static Arguments split(Kind kind) {
    return edge(
        kind.name() + ": two, trySplit",
        () -> {
          Queue<Object> queue = kind.make();
          List<Object> two = List.of(new Item(() -> {}), new Item(() -> {}));
          handOver(
              () -> queue.addAll(two),
              () -> untilTrue(() -> countFirstPart(queue.spliterator()) > 0));
        });
  }

  /** One thread takes the only element, and another one finds nothing to take. */
  private static Arguments emptied(Kind kind, Call<?> take) {
    return edge(
        kind.name() + ": poll, no " + take.name(),
        () -> {
          Queue<Object> queue = kind.make();
          Object element = new Item(() -> {});
          queue.add(element);
          handOver(
              () -> {
                queue.poll();
                whisper("taken");
              },
              () -> {
                hear("taken");
                if (take.call(queue, element)) {
                  throw new IllegalStateException("not empty");
                }
              });
        });
  }

  private static final List<Call<?>> FINDING_ONE =
      List.of(
          of("poll", (q, e) -> q.poll() != null),
          of("size", (q, e) -> q.size() > 0),
          of("toArray", (q, e) -> q.toArray().length > 0),
          of("iterator", (q, e) -> q.iterator().hasNext()),
          of("remove", (q, e) -> q.remove(e)),
          ends("pollLast", (q, e) -> q.pollLast() != null));

  /** The only element may be removed while another call begins. */
  private static Arguments emptiedMeanwhile(Kind kind, Call<?> find) {
    Recorded.Program program =
        () -> {
          Queue<Object> queue = kind.make();
          Object element = new Item(() -> {});
          queue.add(element);
          Cell cell = new Cell();
          inParallel(
              () -> {
                hear("beginning");
                cell.data = 1;
                queue.remove(element);
              },
              () -> {
                whisper("beginning");
                if (!find.call(queue, element)) {
                  cell.data++;
                }
              });
        };
    return Arguments.of(kind.name() + ": remove, " + find.name() + " meanwhile", program, false);
  }

  /** Two threads take an element each, and a third one finds that there is none. */
  private static Arguments emptiedByTwo(Kind kind, Call<?> find) {
    return edge(
        kind.name() + ": poll, poll, no " + find.name(),
        () -> {
          Queue<Object> queue = kind.make();
          queue.addAll(List.of(new Item(() -> {}), new Item(() -> {})));
          QueueRoomEdgesTest.inThree(
              () -> check(queue.poll() != null),
              () -> check(queue.poll() != null),
              () -> check(!find.call(queue, "none")));
        });
  }

  /** Calls with code of the caller. */
  private interface Visiting {
    void visit(Queue<Object> queue, Runnable code) throws Exception;
  }

  private record Visit(String name, Visiting visiting) {}

  private static final List<Visit> VISITS =
      List.of(
          new Visit("forEach", (q, code) -> q.forEach(e -> code.run())),
          new Visit("iterator", (q, code) -> q.iterator().forEachRemaining(e -> code.run())),
          new Visit("tryAdvance", (q, code) -> q.spliterator().tryAdvance(e -> code.run())),
          new Visit("spliterator", (q, code) -> q.spliterator().forEachRemaining(e -> code.run())),
          new Visit("removeIf", (q, code) -> q.removeIf(e -> isRun(code))),
          new Visit("toString of an element", (q, code) -> add(q, code).toString()),
          new Visit("equals of an element", (q, code) -> add(q, code).contains(new Item(code))),
          new Visit("equals in a removal", (q, code) -> add(q, code).remove(new Item(code))));

  private static boolean isRun(Runnable code) {
    code.run();
    return false;
  }

  private static Queue<Object> add(Queue<Object> queue, Runnable code) {
    queue.poll();
    queue.add(new Item(code));
    return queue;
  }

  private static Stream<Arguments> visits() {
    return KINDS.stream().flatMap(kind -> VISITS.stream().map(visit -> visited(kind, visit)));
  }

  /** Code of the caller publishes, in the middle of a call. */
  private static Arguments visited(Kind kind, Visit visit) {
    return edge(
        kind.name() + ": code of " + visit.name,
        () -> {
          Queue<Object> queue = kind.make();
          queue.add(new Item(() -> {}));
          AtomicBoolean published = new AtomicBoolean();
          handOver(
              () -> visit.visiting.visit(queue, () -> published.set(true)),
              () -> untilTrue(published::get));
        });
  }

  /** One thread removes an element while another one is in the text of the element before it. */
  private static Arguments removedMeanwhile(Kind kind) {
    Recorded.Program program =
        () -> {
          Queue<Object> queue = kind.make();
          Object second = new Item(() -> {});
          queue.add(
              new Item(
                  () -> {
                    whisper("in the middle");
                    hear("removed");
                  }));
          queue.addAll(List.of(second, new Item(() -> {})));
          Cell cell = new Cell();
          inParallel(
              () -> {
                hear("in the middle");
                cell.data = 1;
                queue.remove(second);
                whisper("removed");
              },
              () -> {
                if (queue.toString().split("item").length == 3) {
                  cell.data++;
                }
              });
        };
    return Arguments.of(kind.name() + ": toString, remove meanwhile", program, false);
  }

  /* Where nothing comes, the shortest limit is enough. */
  private static final List<Call<?>> TAKING_NOTHING =
      Stream.<Call<?>>concat(
              TAKING.stream()
                  .filter(take -> !take.name().startsWith("take"))
                  .filter(take -> !take.name().endsWith("with a limit")),
              Stream.of(
                  blocking("poll with a limit", (q, e) -> q.poll(1, TimeUnit.MILLISECONDS) != null),
                  blockingEnds(
                      "pollFirst with a limit",
                      (q, e) -> q.pollFirst(1, TimeUnit.MILLISECONDS) != null),
                  blockingEnds(
                      "pollLast with a limit",
                      (q, e) -> q.pollLast(1, TimeUnit.MILLISECONDS) != null)))
          .toList();

  /** Who copies one queue into another one has got what is in the first. */
  private static Arguments copied(Kind from, Kind to) {
    return edge(
        from.name() + ": add, addAll of it to " + to.name(),
        () -> {
          Queue<Object> first = from.make();
          Queue<Object> second = to.make();
          inTurn(
              () -> check(first.add(new QueueCallEdgesTest.Item())),
              () -> check(second.addAll(first)));
        });
  }

  private static Stream<Arguments> copies() {
    return Stream.concat(
        KINDS.stream().map(to -> copied(KINDS.get(1), to)),
        KINDS.stream().map(from -> copied(from, KINDS.get(KINDS.size() - 1))));
  }

  static Stream<Arguments> edges() {
    return Stream.of(
            rows(SEEING, (kind, see) -> second(kind, see, rank -> new Item(() -> {}))),
            rows(OF_VALUES, SEEING, (kind, see) -> second(kind, see, rank -> rank)),
            rows(TAKING_NOTHING, QueueVisitEdgesTest::emptied),
            rows(FINDING_ONE, QueueVisitEdgesTest::emptiedMeanwhile),
            rows(FINDING_ONE, QueueVisitEdgesTest::emptiedByTwo),
            KINDS.stream().map(QueueVisitEdgesTest::split),
            KINDS.stream()
                .filter(kind -> kind.name().matches("(Concurrent|LinkedTransfer).*"))
                .map(QueueVisitEdgesTest::removedMeanwhile),
            copies(),
            visits())
        .flatMap(all -> all);
  }

  static Stream<Arguments> noEdges() {
    return rows(
        List.of(of("peek", (q, e) -> q.peek() != null)),
        (kind, peek) ->
            edge(
                kind.name() + ": peeks",
                () -> {
                  Queue<Object> queue = kind.make();
                  queue.add(new Item(() -> {}));
                  handOver(
                      () -> {
                        peek.call(queue, queue);
                        whisper("seen");
                      },
                      () -> {
                        hear("seen");
                        peek.call(queue, queue);
                      });
                }));
  }
}
