package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.ADD;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.BOUNDED;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.KINDS;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.blocking;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.blockingEnds;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.ends;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.rows;
import static io.racedet.junit.agent.model.QueueMiddleEdgesTest.ROOM;
import static io.racedet.junit.agent.model.QueueMiddleEdgesTest.filled;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Step;
import io.racedet.junit.agent.model.QueueCallEdgesTest.Call;
import io.racedet.junit.agent.model.QueueCallEdgesTest.Item;
import io.racedet.junit.agent.model.QueueCallEdgesTest.Kind;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What a call of a queue hands on from other threads, to those who find the queue full. */
class QueueRoomEdgesTest extends EdgesTestCase {
  private static final List<Call<?>> PUTTING =
      List.of(
          ADD,
          blocking("put", (q, e) -> QueueCallEdgesTest.done(() -> q.put(e))),
          blockingEnds("putFirst", (q, e) -> QueueCallEdgesTest.done(() -> q.putFirst(e))),
          blockingEnds("putLast", (q, e) -> QueueCallEdgesTest.done(() -> q.putLast(e))),
          ends("offerFirst", (q, e) -> q.offerFirst(e)));

  /** Who finds the queue full comes after the one who made the room that was used. */
  private static Arguments handsOn(Kind kind, Call<?> put) {
    return edge(
        kind.name() + ": poll, " + put.name() + ", no room",
        () -> {
          Queue<Object> queue = filled(kind, ROOM);
          inThree(
              () -> queue.poll(),
              () -> check(put.call(queue, new Item())),
              () -> check(!queue.offer(new Item())));
        });
  }

  /** An iterator comes to an element for which another thread made room. */
  private static Arguments comesTo(Kind kind, Call<?> put) {
    return edge(
        kind.name() + ": poll, " + put.name() + ", iterator made before",
        () -> {
          Queue<Object> queue = filled(kind, ROOM);
          Object added = new Item();
          boolean first = put.name().endsWith("First");
          Iterator<?> elements = first ? ((Deque<?>) queue).descendingIterator() : queue.iterator();
          inThree(
              () -> check((first ? ((Deque<?>) queue).pollLast() : queue.poll()) != null),
              () -> check(put.call(queue, added)),
              () -> untilTrue(() -> elements.next() == added));
        });
  }

  /** Adds more than there is room for: all queues add what they can. */
  private static void addTooMany(Queue<Object> queue, Object first) {
    try {
      queue.addAll(List.of(first, new Item()));
    } catch (IllegalStateException wanted) {
      return;
    }
    throw new AssertionError("there was room");
  }

  private static Stream<Arguments> tooMany(Kind kind) {
    Queue<Object> free = filled(kind, ROOM - 1);
    Queue<Object> full = filled(kind, ROOM);
    Object added = new Item();
    return Stream.of(
        edge(
            kind.name() + ": addAll of too many, no room",
            () -> inTurn(() -> addTooMany(free, added), () -> check(!free.offer(added)))),
        edge(
            kind.name() + ": poll, addAll of too many",
            () ->
                inTurn(
                    () -> full.poll(),
                    () -> {
                      addTooMany(full, added);
                      check(full.remove(added));
                    })));
  }

  /** The first thread has written what the last one reads. */
  static void inThree(Step first, Step second, Step third) {
    Cell cell = new Cell();
    inParallel(
        () -> {
          cell.data = 1;
          first.run();
          whisper("second");
        },
        () -> {
          hear("second");
          second.run();
          whisper("third");
        },
        () -> {
          hear("third");
          third.run();
          cell.data++;
        });
  }

  static Stream<Arguments> edges() {
    return Stream.of(
            BOUNDED.stream().flatMap(QueueRoomEdgesTest::tooMany),
            rows(BOUNDED, PUTTING, QueueRoomEdgesTest::handsOn),
            rows(BOUNDED, PUTTING, QueueRoomEdgesTest::comesTo))
        .flatMap(all -> all);
  }

  /** Who adds to a queue that is never full does not depend on those who take out of it. */
  private static Arguments needsNoRoom(Kind kind, Call<?> put) {
    return edge(
        kind.name() + ": poll, " + put.name() + " without a limit",
        () -> {
          Queue<Object> queue = filled(kind, 2);
          inTurn(() -> queue.poll(), () -> check(put.call(queue, new Item())));
        });
  }

  static Stream<Arguments> noEdges() {
    List<Kind> unlimited =
        KINDS.stream()
            .filter(kind -> !kind.isBounded() && kind.name().startsWith("LinkedBlocking"))
            .toList();
    return rows(unlimited, PUTTING, QueueRoomEdgesTest::needsNoRoom);
  }
}
