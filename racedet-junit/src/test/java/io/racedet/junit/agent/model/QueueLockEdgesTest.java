package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.whisper;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.KINDS;
import static io.racedet.junit.agent.model.QueueMiddleEdgesTest.filled;
import static io.racedet.junit.agent.model.QueueWaitEdgesTest.awaitWaiting;
import static io.racedet.junit.agent.model.QueueWaitEdgesTest.thread;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Step;
import io.racedet.junit.agent.model.QueueCallEdgesTest.Item;
import io.racedet.junit.agent.model.QueueCallEdgesTest.Kind;
import io.racedet.junit.agent.model.QueueWaitEdgesTest.Holding;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What the code does that a queue calls under its lock, while another call waits for that. */
class QueueLockEdgesTest extends EdgesTestCase {
  private static final Step NOTHING = () -> {};

  /**
   * One thread looks for an element while another one waits for the lock, and then takes a step.
   */
  private static void whileHeld(Queue<Object> queue, Holding look, Step waiting, Step afterwards)
      throws Exception {
    Thread holding =
        thread(
            () -> {
              queue.remove(look);
              hear("cleared");
              afterwards.run();
            });
    Thread second =
        thread(
            () -> {
              waiting.run();
              whisper("cleared");
            });
    holding.start();
    hear("held");
    second.start();
    awaitWaiting(second);
    whisper("free");
    holding.join();
    second.join();
  }

  private static Arguments clearsAdded(Kind kind) {
    return edge(
        kind.name() + ": clear that waits for an add",
        () -> {
          Queue<Object> queue = filled(kind, 1);
          Cell cell = new Cell();
          whileHeld(
              queue,
              new Holding(
                  NOTHING,
                  () -> {
                    cell.data = 1;
                    queue.add(new Item());
                  }),
              () -> {
                queue.clear();
                cell.data++;
              },
              NOTHING);
        });
  }

  /** The queue is empty when it is called. */
  private static Arguments clearsOnlyAdded(Kind kind) {
    return edge(
        kind.name() + ": clear that waits for the first add, peek",
        () -> {
          Queue<Object> queue = filled(kind, 1);
          Cell cell = new Cell();
          whileHeld(
              queue,
              new Holding(() -> check(queue.poll() != null), () -> queue.add(new Item())),
              () -> {
                cell.data = 1;
                queue.clear();
              },
              () -> {
                check(queue.peek() == null);
                cell.data++;
              });
        });
  }

  /** The element is read under the lock, and changed when it is removed. */
  private static Arguments removesLooked(Kind kind) {
    return edge(
        kind.name() + ": remove by an iterator that waits for a look",
        () -> {
          Queue<Object> queue = filled(kind, 1);
          Cell cell = new Cell();
          Iterator<Object> elements = queue.iterator();
          check(elements.next() != null);
          whileHeld(
              queue,
              new Holding(NOTHING, () -> check(cell.data == 0)),
              () -> {
                elements.remove();
                cell.data = 1;
              },
              NOTHING);
        });
  }

  private static Stream<Kind> locked() {
    return KINDS.stream()
        .filter(kind -> kind.make() instanceof BlockingQueue)
        .filter(kind -> !(kind.make() instanceof LinkedTransferQueue));
  }

  static Stream<Arguments> edges() {
    return Stream.of(
            locked().map(QueueLockEdgesTest::clearsAdded),
            locked()
                .filter(kind -> !kind.name().startsWith("LinkedBlockingDeque"))
                .map(QueueLockEdgesTest::clearsOnlyAdded),
            locked().map(QueueLockEdgesTest::removesLooked))
        .flatMap(all -> all);
  }

  private static Arguments leavesBefore(Kind kind) {
    return Arguments.of(
        kind.name() + ": clear that waits for a look, access after both",
        (Recorded.Program)
            () -> {
              Queue<Object> queue = filled(kind, 1);
              Cell cell = new Cell();
              whileHeld(
                  queue,
                  new Holding(NOTHING, NOTHING),
                  () -> {
                    queue.clear();
                    cell.data++;
                  },
                  () -> cell.data = 1);
            });
  }

  static Stream<Arguments> noEdges() {
    return locked().map(QueueLockEdgesTest::leavesBefore);
  }
}
