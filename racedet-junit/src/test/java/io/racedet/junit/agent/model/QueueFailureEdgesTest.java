package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.BOUNDED;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.KINDS;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.POLL;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.blocking;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.blockingEnds;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.ends;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.of;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.rows;
import static io.racedet.junit.agent.model.QueueVainEdgesTest.filled;
import static io.racedet.junit.agent.model.QueueVainEdgesTest.is;
import static io.racedet.junit.agent.model.QueueVainEdgesTest.kinds;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.junit.agent.model.QueueCallEdgesTest.Call;
import io.racedet.junit.agent.model.QueueCallEdgesTest.Item;
import io.racedet.junit.agent.model.QueueCallEdgesTest.Kind;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** A call that finds nothing to remove, or no room, hands nothing over. */
class QueueFailureEdgesTest extends EdgesTestCase {
  private static final Call<?> PEEK = of("peek", (q, e) -> q.peek() != null);

  /* ---- nothing is removed ---- */

  private static final List<Call<?>> FINDING_NONE =
      List.of(
          POLL,
          blocking("drainTo", (q, e) -> q.drainTo(new ArrayList<>()) > 0),
          ends("pollLast", (q, e) -> q.pollLast() != null));

  private static final List<Call<?>> REMOVING_NONE =
      List.of(
          of("remove", (q, e) -> q.remove("none")),
          of("removeIf", (q, e) -> q.removeIf(each -> false)),
          ends("removeLastOccurrence", (q, e) -> q.removeLastOccurrence("none")));

  /** An element that is not due. */
  private static final class Late implements Delayed {
    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(1, TimeUnit.HOURS);
    }

    @Override
    public int compareTo(Delayed other) {
      return 0;
    }
  }

  private static final List<Call<?>> FINDING_NONE_DUE =
      List.of(
          POLL,
          blocking("poll with a limit", (q, e) -> q.poll(1, TimeUnit.MILLISECONDS) != null),
          blocking("drainTo", (q, e) -> q.drainTo(new ArrayList<>()) > 0));

  private static Arguments none(Kind kind, Call<?> first, Object... elements) {
    return edge(
        kind.name() + ": " + first.name() + " in vain, peek",
        () -> {
          Queue<Object> queue = filled(kind, elements);
          inTurn(() -> check(!first.call(queue, queue)), () -> PEEK.call(queue, queue));
        });
  }

  /** The element that the iterator has returned is not there any more. */
  private static Arguments removedBefore(Kind kind) {
    return edge(
        kind.name() + ": iterator.remove in vain, peek",
        () -> {
          Queue<Object> queue = filled(kind, new Item(), new Item());
          Iterator<?> elements = queue.iterator();
          check(elements.next() == queue.poll());
          inTurn(elements::remove, () -> PEEK.call(queue, queue));
        });
  }

  /* ---- nothing is added ---- */

  private static final List<Call<?>> NOT_PUTTING =
      List.of(
          of("offer", Queue::offer),
          blocking("offer with a limit", (q, e) -> q.offer(e, 1, TimeUnit.MILLISECONDS)),
          blocking("interrupted put", (q, e) -> interrupted(() -> q.put(e))),
          ends("offerFirst", Deque::offerFirst),
          blockingEnds(
              "offerFirst with a limit", (q, e) -> q.offerFirst(e, 1, TimeUnit.MILLISECONDS)),
          blockingEnds("interrupted putFirst", (q, e) -> interrupted(() -> q.putFirst(e))),
          blockingEnds(
              "interrupted offerFirst",
              (q, e) -> interrupted(() -> q.offerFirst(e, 1, TimeUnit.SECONDS))),
          blockingEnds(
              "interrupted offerLast",
              (q, e) -> interrupted(() -> q.offerLast(e, 1, TimeUnit.SECONDS))));

  /** A call that is over before it begins. */
  private static boolean interrupted(Programs.Step call) throws Exception {
    Thread.currentThread().interrupt();
    try {
      call.run();
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private static Arguments full(Kind kind, Call<?> first) {
    return edge(
        kind.name() + ": " + first.name() + " in vain, the same element of another",
        () -> {
          Queue<Object> queue = filled(kind, new Item(), new Item(), new Item());
          Item element = new Item();
          inTurn(
              () -> check(!first.call(queue, element)),
              () -> {
                check(queue.size() == 3);
                queue.clear();
                queue.add(element);
                check(queue.poll() == element);
              });
        });
  }

  /** The element cannot be compared with others. */
  private static Arguments fails(Kind kind) {
    return edge(
        kind.name() + ": offer that fails, size",
        () -> {
          Queue<Object> queue = filled(kind, new Item());
          inTurn(
              () -> assertThatThrownBy(() -> queue.offer(new Object())).isNotNull(),
              () -> check(queue.size() == 1));
        });
  }

  /** Whether an iterator looks first whether the element is still there. */
  private static boolean isChecked(Kind kind) {
    return !is(kind, "Array") && !is(kind, "ConcurrentLinked");
  }

  static Stream<Arguments> noEdges() {
    List<Kind> delayed = kinds(kind -> is(kind, "Delay"));
    return Stream.of(
            rows(FINDING_NONE, QueueFailureEdgesTest::none),
            rows(delayed, FINDING_NONE_DUE, (k, c) -> none(k, c, new Late())),
            rows(REMOVING_NONE, (k, c) -> none(k, c, new Item(), new Item())),
            KINDS.stream().filter(QueueFailureEdgesTest::isChecked).map(k -> removedBefore(k)),
            rows(BOUNDED, NOT_PUTTING, QueueFailureEdgesTest::full),
            kinds(kind -> is(kind, "Priority")).stream().map(kind -> fails(kind)))
        .flatMap(all -> all);
  }

  /** Who finds none comes after the thread whose element another one has taken. */
  private static Arguments handsOn(Kind kind) {
    return edge(
        kind.name() + ": add, poll, not peek",
        () -> {
          Queue<Object> queue = kind.make();
          QueueRoomEdgesTest.inThree(
              () -> check(queue.add(new Item())),
              () -> check(queue.poll() != null),
              () -> check(queue.peek() == null));
        });
  }

  /** Who does not find what another one has removed. */
  private static Arguments removesAgain(Kind kind) {
    return edge(
        kind.name() + ": remove, remove of the same in vain",
        () -> {
          Object element = new Item();
          Queue<Object> queue = filled(kind, element, new Item());
          inTurn(() -> check(queue.remove(element)), () -> check(!queue.remove(element)));
        });
  }

  /** Two threads remove one element each. */
  private static Arguments removesLast(Kind kind) {
    return edge(
        kind.name() + ": iterator.remove twice, not peek",
        () -> {
          Queue<Object> queue = filled(kind, new Item(), new Item());
          inTurn(
              () -> removeFirst(queue),
              () -> {
                removeFirst(queue);
                check(queue.peek() == null);
              });
        });
  }

  /** Can be made to fail to be compared. */
  private static final class Unequal implements Comparable<Unequal> {
    private boolean fails;

    @Override
    public int compareTo(Unequal other) {
      if (fails) {
        throw new IllegalStateException("not now");
      }
      return 0;
    }
  }

  /** An element is gone, but those that are left cannot be compared. */
  private static Arguments failsAfterwards(Kind kind) {
    return edge(
        kind.name() + ": removeIf that fails afterwards, size",
        () -> {
          List<Unequal> elements = List.of(new Unequal(), new Unequal(), new Unequal());
          Queue<Object> queue = filled(kind, elements.toArray());
          inTurn(
              () -> {
                elements.forEach(e -> e.fails = true);
                assertThatThrownBy(() -> queue.removeIf(e -> e == elements.get(0))).isNotNull();
              },
              () -> check(queue.size() == 2));
        });
  }

  private static void removeFirst(Queue<Object> queue) {
    Iterator<?> elements = queue.iterator();
    check(elements.next() != null);
    elements.remove();
  }

  static Stream<Arguments> edges() {
    return Stream.of(
            kinds(kind -> is(kind, "Concurrent") || is(kind, "LinkedTransferQueue")).stream()
                .map(QueueFailureEdgesTest::handsOn),
            KINDS.stream().map(QueueFailureEdgesTest::removesAgain),
            KINDS.stream().map(QueueFailureEdgesTest::removesLast),
            kinds(kind -> is(kind, "Priority")).stream().map(k -> failsAfterwards(k)))
        .flatMap(all -> all);
  }
}
