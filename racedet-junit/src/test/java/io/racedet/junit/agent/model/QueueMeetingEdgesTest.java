package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Step;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Two threads that meet in a queue, one of which waits for the other, and who finds them gone. */
class QueueMeetingEdgesTest extends EdgesTestCase {
  private interface Look {
    boolean finds(LinkedTransferQueue<String> queue);
  }

  static Stream<Arguments> edges() {
    LinkedTransferQueue<String> queue = new LinkedTransferQueue<>();
    return Stream.of(
            synchronous("SynchronousQueue", new SynchronousQueue<>()),
            synchronous("fair SynchronousQueue", new SynchronousQueue<>(true)),
            Stream.of(
                met("take, then transfer", queue::take, () -> queue.transfer("x")),
                met("transfer, then take", () -> queue.transfer("x"), queue::take),
                met(
                    "transfer, then remove",
                    () -> queue.transfer("x"),
                    () -> check(queue.remove("x"))),
                met(
                    "transfer, then removeIf",
                    () -> queue.transfer("x"),
                    () -> check(queue.removeIf("x"::equals))),
                taken("size", rest -> rest.size() == 1),
                taken("getWaitingConsumerCount", rest -> rest.getWaitingConsumerCount() == 0),
                taken("remove in vain", rest -> !rest.remove("a"))))
        .flatMap(rows -> rows);
  }

  private static Stream<Arguments> synchronous(String name, BlockingQueue<String> queue) {
    return Stream.of(
        met(name + ": take, then put", queue::take, () -> queue.put("x")),
        met(name + ": put, then take", () -> queue.put("x"), queue::take));
  }

  /** Each of the two sees what the other has done before. */
  private static Arguments met(String name, Step waits, Step comes) {
    return edge(
        "meeting: " + name,
        () -> {
          Cell first = new Cell();
          Cell second = new Cell();
          Thread waiting =
              QueueWaitEdgesTest.thread(
                  () -> {
                    first.data = 1;
                    waits.run();
                    second.data++;
                  });
          waiting.start();
          QueueWaitEdgesTest.awaitWaiting(waiting);
          second.data = 1;
          comes.run();
          first.data++;
          waiting.join();
        });
  }

  /**
   * Two threads take an element each, in turn; the queue keeps only the place of the second one.
   */
  private static Arguments taken(String name, Look look) {
    return edge(
        "two elements taken: " + name,
        () -> {
          LinkedTransferQueue<String> queue = new LinkedTransferQueue<>(List.of("a", "b", "c"));
          Cell cell = new Cell();
          inParallel(
              () -> {
                cell.data = 1;
                check(queue.poll() != null);
                whisper("first taken");
              },
              () -> {
                hear("first taken");
                check(queue.poll() != null);
                whisper("second taken");
              },
              () -> {
                hear("second taken");
                check(look.finds(queue));
                cell.data++;
              });
        });
  }

  static Stream<Arguments> noEdges() {
    LinkedTransferQueue<String> queue = new LinkedTransferQueue<>();
    return Stream.of(
        taken("remove of the third", rest -> rest.remove("c")),
        edge("two looks", () -> Programs.inTurn(() -> queue.size(), () -> queue.size())));
  }
}
