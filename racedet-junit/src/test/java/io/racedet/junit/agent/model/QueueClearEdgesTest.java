package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.KINDS;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.OF_VALUES;
import static io.racedet.junit.agent.model.QueueMiddleEdgesTest.filled;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Step;
import io.racedet.junit.agent.model.QueueCallEdgesTest.Item;
import io.racedet.junit.agent.model.QueueCallEdgesTest.Kind;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Who clears a queue removes all of its elements, and who removes by an iterator one of them. */
class QueueClearEdgesTest extends EdgesTestCase {
  /** The second step is made after the first one, but that orders nothing. */
  private static void after(Step first, Step second) {
    handOver(
        () -> {
          first.run();
          whisper("done");
        },
        () -> {
          hear("done");
          second.run();
        });
  }

  private static Arguments puts(Kind kind, String what, Supplier<Object> made) {
    return edge(
        kind.name() + ": addAll of " + what + ", clear",
        () -> {
          Queue<Object> queue = kind.make();
          List<Object> elements = List.of(made.get(), made.get());
          after(() -> queue.addAll(elements), queue::clear);
        });
  }

  /** What leaves a queue empty that had an element, and who sees that it is. */
  private static Arguments leaves(
      Kind kind, String name, Function<Queue<Object>, Step> removing, boolean isEmptiedBefore) {
    return edge(
        kind.name() + ": " + name + (isEmptiedBefore ? " in vain" : "") + ", peek",
        () -> {
          Queue<Object> queue = filled(kind, 1);
          Step removes = removing.apply(queue);
          if (isEmptiedBefore) {
            check(queue.poll() != null);
          }
          after(removes, () -> check(queue.peek() == null));
        });
  }

  private static Step iterated(Queue<Object> queue) {
    Iterator<Object> elements = queue.iterator();
    elements.next();
    return elements::remove;
  }

  private static Stream<Arguments> leaving(boolean isEmptiedBefore) {
    return KINDS.stream()
        .flatMap(
            kind ->
                Stream.of(
                    leaves(kind, "clear", queue -> queue::clear, isEmptiedBefore),
                    leaves(
                        kind,
                        "remove by an iterator",
                        QueueClearEdgesTest::iterated,
                        isEmptiedBefore)));
  }

  /** The elements are in a collection inside, which is the queue's own. */
  private static Arguments clears(Kind kind) {
    return Arguments.of(
        kind.name() + ": clear, clear of nothing",
        (Recorded.Program)
            () -> {
              Queue<Object> queue = filled(kind, 1);
              inParallel(
                  () -> {
                    queue.clear();
                    whisper("done");
                  },
                  () -> {
                    hear("done");
                    queue.clear();
                  });
            },
        false);
  }

  static Stream<Arguments> edges() {
    return Stream.of(
            KINDS.stream().map(kind -> puts(kind, "items", Item::new)),
            OF_VALUES.stream().map(kind -> puts(kind, "numbers", () -> 5)),
            KINDS.stream().map(QueueClearEdgesTest::clears),
            leaving(false))
        .flatMap(all -> all);
  }

  /** Who clears an empty queue does not come after those who have cleared it. */
  private static Arguments clearsBeside(Kind kind) {
    return edge(
        kind.name() + ": clear, clear of nothing, access afterwards",
        () -> {
          Queue<Object> queue = filled(kind, 1);
          Cell cell = new Cell();
          inParallel(
              () -> {
                queue.clear();
                cell.data = 1;
                whisper("done");
              },
              () -> {
                hear("done");
                queue.clear();
                cell.data++;
              });
        });
  }

  static Stream<Arguments> noEdges() {
    return Stream.concat(leaving(true), KINDS.stream().map(QueueClearEdgesTest::clearsBeside));
  }
}
