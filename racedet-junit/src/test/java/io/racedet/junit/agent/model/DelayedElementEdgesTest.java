package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Step;
import java.util.List;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Who calls a delay queue compares elements that others have put in. */
class DelayedElementEdgesTest extends EdgesTestCase {
  /** An element without final fields, which would hand over the rank by themselves. */
  private static final class Ranked implements Delayed {
    private Cell rank = new Cell();

    Ranked(int rank) {
      this.rank.data = rank;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return -1;
    }

    @Override
    public int compareTo(Delayed other) {
      return Integer.compare(rank.data, ((Ranked) other).rank.data);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Ranked ranked && rank.data == ranked.rank.data;
    }

    @Override
    public int hashCode() {
      return rank.data;
    }
  }

  /** One thread puts elements in, in this order; another one comes later. */
  private static Arguments afterPut(String name, List<Integer> ranks, Use use) {
    return edge(
        name,
        () -> {
          DelayQueue<Ranked> queue = new DelayQueue<>();
          inOrder(() -> ranks.forEach(rank -> queue.put(new Ranked(rank))), () -> use.of(queue));
        });
  }

  private interface Use {
    void of(DelayQueue<Ranked> queue);
  }

  private static void inOrder(Step first, Step second) {
    inParallel(
        () -> {
          first.run();
          whisper("done");
        },
        () -> {
          hear("done");
          second.run();
        });
  }

  static Stream<Arguments> edges() {
    return Stream.of(
        afterPut("put", List.of(1), queue -> queue.put(new Ranked(2))),
        afterPut("poll, the left child last", List.of(1, 9, 8, 5), DelayQueue::poll),
        afterPut("poll, the right child last", List.of(1, 5, 8, 9, 6), DelayQueue::poll),
        afterPut("contains", List.of(1, 2), queue -> queue.contains(new Ranked(2))),
        afterPut("remove", List.of(1, 2, 3), queue -> queue.remove(new Ranked(3))));
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        Arguments.of(
            "changed after it was put in",
            (Recorded.Program)
                () -> {
                  DelayQueue<Ranked> queue = new DelayQueue<>();
                  Ranked first = new Ranked(1);
                  inOrder(
                      () -> {
                        queue.put(first);
                        first.rank.data = 3;
                      },
                      () -> queue.put(new Ranked(2)));
                }));
  }
}
