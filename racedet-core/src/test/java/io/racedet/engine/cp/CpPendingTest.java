package io.racedet.engine.cp;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.clock.Clock;
import io.racedet.clock.ThreadClocks;
import io.racedet.engine.growth.RetainedBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Orders that are learned later, compared with all of them learned at once. */
class CpPendingTest {
  private static final int EVENTS = 60;
  private static final int ORDERS = 40;
  private static final int THREADS = 4;
  private static final int HISTORIES = 5;

  private record Event(int thread, long time, Clock clock) {}

  private record Ordered(Event release, Event acquire) {}

  private final CpPending pending = new CpPending();
  private final List<Event> events = new ArrayList<>();
  private final List<Ordered> pendingOrders = new ArrayList<>(); // none of which another includes
  private final CpHistory[] histories = new CpHistory[HISTORIES];
  private final ThreadClocks atOnce = new ThreadClocks();
  private final ThreadClocks later = new ThreadClocks();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void orders_learnedLater_areAllLearned(int seed) {
    Random random = new Random(seed);
    createEvents(random);
    for (int h = 0; h < HISTORIES; h++) {
      Event release = events.get(random.nextInt(EVENTS));
      histories[h] = new CpHistory(h);
      histories[h].add(release.thread, release.time, release.time, release.clock);
    }
    for (int i = 0; i < ORDERS; i++) {
      Event release = events.get(random.nextInt(EVENTS / 2));
      add(release, events.get(EVENTS / 2 + random.nextInt(EVENTS / 2)));
      if (random.nextInt(4) == 0) {
        int history = random.nextInt(HISTORIES);
        pending.learn(histories[history], later);
        assertSameClocks(history);
      }
    }
    for (int h = 0; h < HISTORIES; h++) {
      pending.learn(histories[h], later);
      assertSameClocks(h);
    }
  }

  /** Events of which each knows some earlier ones, and whatever those know. */
  private void createEvents(Random random) {
    ThreadClocks order = new ThreadClocks();
    for (long time = 1; time <= EVENTS; time++) {
      int thread = random.nextInt(THREADS);
      if (random.nextInt(3) == 0 && !events.isEmpty()) {
        Event earlier = events.get(random.nextInt(events.size()));
        order.join(thread, earlier.thread, earlier.time, earlier.clock);
      }
      events.add(new Event(thread, time, order.snapshot(thread)));
    }
  }

  private void add(Event release, Event acquire) {
    pending.dropIncluded(acquire.thread, acquire.time, release.thread, release.time, release.clock);
    pendingOrders.removeIf(o -> includes(release, acquire, o));
    assertThat(pending.isFull()).isEqualTo(pendingOrders.size() == 4);
    if (pending.isFull()) {
      assertThat(pending.oldestAcquired()).isEqualTo(pendingOrders.get(0).acquire.time);
      for (CpHistory history : histories) {
        pending.learnOldest(history, later);
      }
      pending.dropOldest();
      pendingOrders.remove(0);
    }
    pending.add(acquire.thread, acquire.time, release.thread, release.time, release.clock);
    pendingOrders.add(new Ordered(release, acquire));
    for (CpHistory history : histories) {
      if (history.known(0, acquire.thread) >= acquire.time) {
        atOnce.learn(history.id(), release.thread, release.time, release.clock);
      }
    }
  }

  private static boolean includes(Event release, Event acquire, Ordered other) {
    boolean isBefore =
        other.release.thread == release.thread
            ? other.release.time <= release.time
            : other.release.time <= release.clock.known(other.release.thread);
    return isBefore && other.acquire.thread == acquire.thread && other.acquire.time >= acquire.time;
  }

  private void assertSameClocks(int history) {
    for (int thread = 0; thread < THREADS; thread++) {
      assertThat(later.known(history, thread)).isEqualTo(atOnce.known(history, thread));
    }
  }

  /** An order that is dropped does not keep its clock. */
  @Test
  void dropIncluded_keepsNoClock() {
    for (int i = 1; i <= 4; i++) {
      ThreadClocks order = new ThreadClocks();
      for (int thread = 0; thread < 200; thread++) {
        order.join(1, 10 + thread, i, order.snapshot(0));
      }
      pending.add(0, 10 + i, 1, i, order.snapshot(1));
    }
    assertThat(pending.isFull()).isTrue();
    pending.dropIncluded(0, 10, 1, 9, new ThreadClocks().snapshot(0));
    assertThat(pending.isFull()).isFalse();
    assertThat(new RetainedBytes().of(pending)).isLessThan(1_000);
  }
}
