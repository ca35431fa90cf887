package io.racedet.engine.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.clock.Clock;
import io.racedet.clock.ThreadClocks;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A queue of sections, compared with a list of them. */
class WcpQueueListTest {
  private static final int STEPS = 2_000;
  private static final int LOCK = 0;

  private final List<OpenSection> list = new ArrayList<>();
  private long head; // the position of the first section of the list

  /**
   * Threads add sections, mostly in runs, and take those up to the newest one of another thread
   * before which all are known or their own.
   */
  @ParameterizedTest
  @CsvSource({"1, 1, 5", "2, 1, 2", "2, 9, 5", "3, 1, 5", "3, 4, 40", "4, 30, 200", "9, 1, 200"})
  void takeKnown_asFromAList(int threads, int run, int rarely) {
    Random random = new Random(15);
    WcpQueue queue = new WcpQueue();
    int adding = 0;
    for (int time = 1; time <= STEPS; time++) {
      adding = random.nextInt(run) == 0 ? random.nextInt(threads) : adding;
      OpenSection section = new OpenSection(adding, LOCK, false, time);
      queue.add(section);
      list.add(section);
      int thread = random.nextInt(threads);
      long[] known = new long[threads];
      for (int t = 0; t < threads; t++) {
        known[t] = 1 + random.nextInt(time);
      }
      Clock clock = clock(threads, known);
      long from = head + random.nextInt(list.size() + 1) - random.nextInt(2);
      assertThat(queue.afterKnown(from, thread, clock)).isEqualTo(afterKnown(from, thread, known));
      if (random.nextInt(rarely) == 0) {
        long taken = afterKnown(head, thread, known);
        assertThat(queue.takeKnown(thread, clock))
            .isSameAs(taken == head ? null : list.get((int) (taken - 1 - head)));
        list.subList(0, (int) (taken - head)).clear();
        head = taken;
      }
      assertThat(queue.head()).isEqualTo(head);
      assertThat(queue.size()).isEqualTo(list.size());
      for (int i = 0; i < list.size(); i += 1 + list.size() / 8) {
        assertThat(queue.at(head + i)).isSameAs(list.get(i));
      }
    }
  }

  private long afterKnown(long from, int thread, long[] known) {
    long behind = Math.max(from, head);
    for (long at = behind; at < head + list.size(); at++) {
      OpenSection section = list.get((int) (at - head));
      if (section.thread != thread) {
        if (section.acquired > known[section.thread]) {
          break;
        }
        behind = at + 1;
      }
    }
    return behind;
  }

  /** A clock of another thread that knows each of the threads up to a time. */
  private static Clock clock(int threads, long[] known) {
    ThreadClocks clocks = new ThreadClocks();
    for (int t = 0; t < threads; t++) {
      clocks.join(threads, t, known[t], clocks.snapshot(t));
    }
    return clocks.snapshot(threads);
  }
}
