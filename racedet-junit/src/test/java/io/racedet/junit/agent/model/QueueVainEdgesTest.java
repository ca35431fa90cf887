package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.ADD;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.BOUNDED;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.KINDS;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.OF_VALUES;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.POLL;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.blocking;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.blockingEnds;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.ends;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.of;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.rows;

import io.racedet.junit.agent.model.QueueCallEdgesTest.Call;
import io.racedet.junit.agent.model.QueueCallEdgesTest.Item;
import io.racedet.junit.agent.model.QueueCallEdgesTest.Kind;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.Spliterator;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** A call in vain orders nothing, nor does a call that did not depend on what another has done. */
class QueueVainEdgesTest extends EdgesTestCase {
  static boolean is(Kind kind, String name) {
    return kind.name().startsWith(name);
  }

  static List<Kind> kinds(Predicate<Kind> which) {
    return KINDS.stream().filter(which).toList();
  }

  /** Those with iterators over what is there now. */
  private static final List<Kind> LIVE = kinds(kind -> !is(kind, "Priority") && !is(kind, "Delay"));

  static Queue<Object> filled(Kind kind, Object... elements) {
    Queue<Object> queue = kind.make();
    queue.addAll(List.of(elements));
    return queue;
  }

  /* ---- nothing depends on it ---- */

  private static final List<Call<?>> PUTTING =
      List.of(
          of("offer", Queue::offer),
          blocking("put", (q, e) -> QueueCallEdgesTest.done(() -> q.put(e))),
          of("addAll", (q, e) -> q.addAll(List.of(e))),
          ends("offerFirst", Deque::offerFirst),
          blockingEnds("putFirst", (q, e) -> QueueCallEdgesTest.done(() -> q.putFirst(e))),
          blockingEnds("putLast", (q, e) -> QueueCallEdgesTest.done(() -> q.putLast(e))));

  private static Arguments puts(Kind kind, Call<?> first, Call<?> second) {
    return edge(
        kind.name() + ": " + first.name() + ", " + second.name() + " without need",
        () -> {
          Queue<Object> queue = filled(kind, new Item());
          inTurn(
              () -> check(first.call(queue, new Item())),
              () -> check(second.call(queue, new Item())));
        });
  }

  private static final List<Call<?>> FINDING =
      List.of(
          of("contains", Collection::contains),
          of("remove", Queue::remove),
          of("isEmpty", (q, e) -> !q.isEmpty()),
          ends("removeFirstOccurrence", Deque::removeFirstOccurrence));

  private static final List<Call<?>> REMOVE = List.of(of("remove", Queue::remove));

  private static final List<Call<?>> LOOKING =
      List.of(
          of("peek", (q, e) -> q.peek() == e),
          of("iterator", (q, e) -> q.iterator().next() == e),
          of("forEach", (q, e) -> QueueMiddleEdgesTest.counts(q::forEach)),
          of("toArray", (q, e) -> q.toArray().length == 1),
          of("toString", (q, e) -> q.toString().length() > 2),
          of("tryAdvance", (q, e) -> q.spliterator().tryAdvance(each -> {})));

  private static boolean isVague(Kind kind, Call<?> call) {
    return !call.name().equals("isEmpty") || is(kind, "LinkedTransferQueue");
  }

  private static Arguments finds(Kind kind, Call<?> find) {
    return edge(
        kind.name() + ": poll, " + find.name() + " of another one",
        () -> {
          Object last = new Item();
          Queue<Object> queue = filled(kind, new Item());
          for (int i = 0; i < others(kind); i++) {
            queue.add(new Item());
          }
          queue.add(last);
          QueueRoomEdgesTest.inThree(
              () -> check(queue.poll() != null),
              () -> {
                for (int i = 0; i < others(kind); i++) {
                  check(queue.poll() != null);
                }
              },
              () -> check(find.call(queue, last)));
        });
  }

  /** Who looks comes to the place of what was removed last: that is up to another thread then. */
  private static int others(Kind kind) {
    return is(kind, "LinkedTransferQueue") ? 1 : 0;
  }

  /** The place of what has been removed is still there. */
  private static Arguments findsBehind(Kind kind, Call<?> find) {
    return edge(
        kind.name() + ": add, poll, " + find.name() + " of another one",
        () -> {
          Queue<Object> queue = kind.make();
          Object last = new Item();
          inTurn(
              () -> check(queue.add(new Item()) && queue.poll() != null),
              () -> check(queue.add(last) && find.call(queue, last)));
        });
  }

  /** The place of who has waited in vain is still there. */
  private static Arguments findsBehindWaiter(Kind kind, Call<?> find) {
    return edge(
        kind.name() + ": poll with a limit in vain, " + find.name(),
        () -> {
          BlockingQueue<Object> queue = (BlockingQueue<Object>) kind.make();
          Object last = new Item();
          inTurn(
              () -> check(queue.poll(1, TimeUnit.MILLISECONDS) == null),
              () -> check(queue.add(last) && find.call(queue, last)));
        });
  }

  /* ---- what was made before ---- */

  private interface Cursor {
    boolean next();
  }

  private static Cursor hasNext(Iterator<?> elements) {
    return elements::hasNext;
  }

  private static Cursor next(Iterator<?> elements) {
    return () -> elements.next() != null;
  }

  private static Cursor tryAdvance(Spliterator<?> elements) {
    check(elements.tryAdvance(e -> {}));
    return () -> elements.tryAdvance(e -> {});
  }

  private static Cursor trySplit(Spliterator<?> elements) {
    check(elements.trySplit() != null);
    return () -> elements.trySplit() != null;
  }

  private record Making(
      String name, Predicate<Kind> of, int steps, Function<Queue<Object>, Cursor> made) {}

  private static final List<Making> CURSORS =
      List.of(
          new Making("hasNext", kind -> true, 1, q -> hasNext(q.iterator())),
          new Making(
              "descending hasNext",
              kind -> kind.make() instanceof Deque,
              1,
              q -> hasNext(((Deque<?>) q).descendingIterator())),
          new Making("next", kind -> true, 2, q -> next(q.iterator())),
          new Making("tryAdvance", kind -> !is(kind, "Array"), 2, q -> tryAdvance(q.spliterator())),
          new Making(
              "trySplit",
              kind -> is(kind, "ConcurrentLinked") || is(kind, "LinkedTransferQueue"),
              1,
              q -> trySplit(q.spliterator())));

  private static Arguments comesTo(Kind kind, Making cursor) {
    return edge(
        kind.name() + ": poll, " + cursor.name + " of one made before",
        () -> {
          Queue<Object> queue = filled(kind, new Item(), new Item(), new Item());
          Cursor elements = cursor.made.apply(queue);
          inTurn(() -> check(queue.poll() != null), () -> check(elements.next()));
        });
  }

  private static Arguments comesToEnd(Kind kind, Making cursor) {
    return edge(
        kind.name() + ": add, remove, " + cursor.name + " of those before",
        () -> {
          Queue<Object> queue = filled(kind, new Item(), new Item());
          Cursor elements = cursor.made.apply(queue);
          Object last = new Item();
          inTurn(
              () -> check(queue.add(last) && queue.remove(last)),
              () -> {
                queue.add(new Item());
                for (int i = 0; i < cursor.steps; i++) {
                  check(elements.next());
                }
              });
        });
  }

  static Stream<Arguments> noEdges() {
    List<Kind> transfers = kinds(kind -> is(kind, "LinkedTransferQueue"));
    List<Kind> concurrent =
        kinds(kind -> is(kind, "ConcurrentLinked") || is(kind, "LinkedTransferQueue"));
    return Stream.of(
            rows(BOUNDED, PUTTING, (kind, put) -> puts(kind, ADD, put)),
            rows(
                kinds(k -> !k.isBounded() && is(k, "LinkedBlocking")),
                PUTTING,
                (kind, put) -> puts(kind, POLL, put)),
            rows(OF_VALUES, FINDING, (k, c) -> isVague(k, c) ? finds(k, c) : null),
            rows(kinds(kind -> is(kind, "Delay")), REMOVE, QueueVainEdgesTest::finds),
            rows(transfers, FINDING, QueueVainEdgesTest::findsBehindWaiter),
            rows(transfers, LOOKING, QueueVainEdgesTest::findsBehindWaiter),
            rows(concurrent, FINDING, (k, c) -> isVague(k, c) ? findsBehind(k, c) : null),
            cursors(LIVE, QueueVainEdgesTest::comesTo),
            cursors(concurrent, QueueVainEdgesTest::comesToEnd))
        .flatMap(all -> all)
        .filter(row -> row != null);
  }

  private static Stream<Arguments> cursors(
      List<Kind> kinds, BiFunction<Kind, Making, Arguments> row) {
    return kinds.stream()
        .flatMap(
            kind -> CURSORS.stream().filter(c -> c.of.test(kind)).map(c -> row.apply(kind, c)));
  }

  /* ---- what does depend on it ---- */

  private static final List<Call<?>> REMOVING =
      List.of(
          of("remove", Queue::remove),
          of("removeIf", (q, e) -> q.removeIf(each -> each == e)),
          of("iterator.remove", QueueVainEdgesTest::removeByIterator));

  private static boolean removeByIterator(Queue<Object> queue, Object element) {
    Iterator<?> elements = queue.iterator();
    while (elements.hasNext()) {
      if (elements.next() == element) {
        elements.remove();
        return true;
      }
    }
    return false;
  }

  private record Ending(String name, Function<Queue<Object>, Cursor> made) {}

  private static final List<Ending> ENDINGS =
      List.of(
          new Ending("hasNext", q -> hasNoOther(q.iterator())),
          new Ending("forEachRemaining", q -> hasNoRest(q.iterator())),
          new Ending("tryAdvance", q -> hasNoOther(q.spliterator())));

  /** A spliterator of the library begins when it is first asked. */
  private static boolean isLive(Kind kind, Ending ending) {
    return !is(kind, "Array") || !ending.name.equals("tryAdvance");
  }

  private static Cursor hasNoOther(Iterator<?> elements) {
    return () -> elements.next() != null && !elements.hasNext();
  }

  private static Cursor hasNoRest(Iterator<?> elements) {
    return () -> {
      int[] count = new int[1];
      elements.forEachRemaining(e -> count[0]++);
      return count[0] == 1;
    };
  }

  private static Cursor hasNoOther(Spliterator<?> elements) {
    check(elements.tryAdvance(e -> {}));
    return () -> !elements.tryAdvance(e -> {});
  }

  /** The last place is that of an element that has been removed before. */
  private static Arguments endsAfter(Kind kind, Call<?> remove, Ending ending) {
    return edge(
        kind.name() + ": " + remove.name() + " of the last one, " + ending.name,
        () -> {
          Object second = new Item();
          Object last = new Item();
          Queue<Object> queue = filled(kind, new Item(), second, last);
          queue.remove(last);
          Cursor end = ending.made.apply(queue);
          inTurn(() -> check(remove.call(queue, second)), () -> check(end.next()));
        });
  }

  private static Arguments empties(Kind kind) {
    return edge(
        kind.name() + ": remove of the last one, isEmpty",
        () -> {
          Object last = new Item();
          Queue<Object> queue = filled(kind, new Item(), last);
          queue.remove(last);
          Object first = queue.peek();
          inTurn(() -> check(queue.remove(first)), () -> check(queue.isEmpty()));
        });
  }

  static Stream<Arguments> edges() {
    return Stream.concat(
        KINDS.stream().map(QueueVainEdgesTest::empties),
        ENDINGS.stream()
            .flatMap(
                end ->
                    rows(
                        LIVE.stream().filter(kind -> isLive(kind, end)).toList(),
                        REMOVING,
                        (kind, remove) -> endsAfter(kind, remove, end))));
  }
}
