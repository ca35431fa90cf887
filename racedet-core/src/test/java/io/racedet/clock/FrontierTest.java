package io.racedet.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.growth.RetainedBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The newest events of a set, compared with all events of it. */
class FrontierTest {
  private static final int STEPS = 3_000;
  private static final int MANY = 300;

  private record Source(int thread, long time, Clock clock) {}

  private final List<Source> told = new ArrayList<>();
  private final ThreadClocks order =
      new ThreadClocks((thread, other, time) -> told.add(new Source(other, time, null)));
  private final ThreadClocks plain = new ThreadClocks();
  private final Frontier frontier = new Frontier();
  private final List<Source> all = new ArrayList<>(); // with clocks of the plain order
  private final List<Source> newest = new ArrayList<>();

  /** What a thread learns is that of all events, by joins of those that are not before others. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 40})
  void joinInto_ordersAllEvents_byTheNewestOnes(int threads) {
    Random random = new Random(threads);
    for (int time = 1; time <= STEPS; time++) {
      int thread = random.nextInt(threads);
      switch (random.nextInt(12)) {
        case 0, 1, 2, 3, 4, 5 -> add(thread, time);
        case 6 -> clear();
        case 7, 8, 9 -> joinOne(thread, random.nextInt(threads), time);
        default -> joinInto(thread);
      }
      for (int t = 0; t < threads; t++) {
        for (int u = 0; u < threads; u++) {
          if (t != u && order.known(t, u) != plain.known(t, u)) {
            throw new AssertionError("step " + time + ": " + t + " of " + u);
          }
        }
      }
    }
  }

  private void add(int thread, long time) {
    frontier.add(order, thread, time, order.snapshot(thread));
    newest.removeIf(e -> e.thread == thread || order.known(thread, e.thread) >= e.time);
    newest.add(new Source(thread, time, null));
    all.add(new Source(thread, time, plain.snapshot(thread)));
  }

  private void clear() {
    frontier.clear();
    newest.clear();
    all.clear();
  }

  /** An order that has another cause. */
  private void joinOne(int thread, int other, long time) {
    assertThat(order.join(thread, other, time, order.snapshot(other)))
        .isEqualTo(plain.join(thread, other, time, plain.snapshot(other)));
  }

  private void joinInto(int thread) {
    told.clear();
    boolean learned = false;
    for (Source event : all) {
      learned |= plain.join(thread, event.thread, event.time, event.clock);
    }
    assertThat(frontier.joinInto(order, thread)).isEqualTo(learned);
    assertThat(newest).containsAll(told);
  }

  @Test
  void add_eventAfterAllOthers_keepsItAlone() {
    int threads = fill();
    for (int t = 0; t < threads; t++) {
      order.join(threads, t, 2, Clock.NOTHING);
    }
    frontier.add(order, threads, 3, Clock.NOTHING);
    assertThat(bytes()).isLessThan(MANY * Long.BYTES);
  }

  @Test
  void clear_keepsNoClock() {
    fill();
    frontier.clear();
    assertThat(bytes()).isLessThan(MANY * Long.BYTES);
  }

  /** Adds unordered events with clocks of many threads; returns their number. */
  private int fill() {
    int threads = 20;
    for (int t = 0; t < threads; t++) {
      for (int u = 0; u < MANY; u++) {
        order.join(t, MANY + u, 1, Clock.NOTHING);
      }
      frontier.add(order, t, 2, order.snapshot(t));
    }
    assertThat(bytes()).isGreaterThan(threads * MANY * Long.BYTES);
    return threads;
  }

  private long bytes() {
    return new RetainedBytes().of(frontier);
  }
}
