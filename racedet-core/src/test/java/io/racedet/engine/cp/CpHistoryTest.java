package io.racedet.engine.cp;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.clock.Clock;
import io.racedet.clock.ThreadClocks;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sections of a history, searched one by one. */
class CpHistoryTest {
  private static final int STEPS = 150;
  private static final int THREADS = 3; // that have sections; as many others look at them

  private record Section(
      int thread, long number, long acquired, Clock atAcquire, long released, Clock atRelease) {}

  private final Random random = new Random(15);
  private final ThreadClocks order = new ThreadClocks();
  private final CpHistory history = new CpHistory(7);
  private final CpHistory others = new CpHistory(8); // sections of the other threads
  private final List<Section> all = new ArrayList<>();
  private final List<Section> kept = new ArrayList<>();
  private long time;

  /** With a probability of one in so many at each step, all but a random part is dropped. */
  @ParameterizedTest
  @ValueSource(ints = {1_000_000, 20, 2})
  void sections_numberedAndSearched_asInAList(int rarely) {
    for (int step = 0; step < STEPS; step++) {
      if (random.nextInt(2) == 0) {
        add();
      } else if (!all.isEmpty()) {
        look();
      }
      if (random.nextInt(rarely) == 0) {
        drop();
      }
      assertThat(history.size()).isEqualTo(kept.size());
      assertThat(history.count()).isEqualTo(all.size());
      for (long atMost = 0; atMost <= all.size() + 1; atMost += 1 + random.nextInt(5)) {
        assertSearched(atMost);
      }
    }
    assertKept();
  }

  private void add() {
    int thread = random.nextInt(THREADS);
    if (!all.isEmpty()) {
      Section last = all.get(all.size() - 1);
      order.join(thread, last.thread, last.released, last.atRelease);
    }
    long acquired = ++time;
    Clock atAcquire = order.snapshot(thread);
    if (random.nextBoolean()) {
      int other = random.nextInt(THREADS);
      order.join(thread, THREADS + other, ++time, order.snapshot(THREADS + other));
    }
    long released = ++time;
    Clock atRelease = order.snapshot(thread);
    history.add(thread, acquired, released, atRelease);
    Section section =
        new Section(thread, all.size() + 1L, acquired, atAcquire, released, atRelease);
    all.add(section);
    kept.add(section);
  }

  /** Another thread learns of an acquire or release, in a section of its own. */
  private void look() {
    int thread = THREADS + random.nextInt(THREADS);
    Section seen = all.get(random.nextInt(all.size()));
    if (random.nextBoolean()) {
      order.join(thread, seen.thread, seen.acquired, seen.atAcquire);
    } else {
      order.join(thread, seen.thread, seen.released, seen.atRelease);
    }
    others.add(thread, ++time, ++time, order.snapshot(thread));
  }

  private void drop() {
    boolean[] marked = new boolean[history.size()];
    List<Section> wanted = new ArrayList<>();
    for (int i = 0; i < marked.length; i++) {
      marked[i] = random.nextBoolean();
      if (marked[i] || i == marked.length - 1) {
        wanted.add(kept.get(i));
      }
    }
    history.keep(marked);
    kept.retainAll(wanted);
  }

  private void assertSearched(long atMost) {
    assertThat(history.position(atMost))
        .isEqualTo(kept.stream().filter(s -> s.number <= atMost).count() - 1);
    int thread = random.nextInt(2 * THREADS);
    long at = 1 + random.nextInt((int) time + 1);
    assertThat(history.firstAfter(thread, at, atMost))
        .isEqualTo(first(atMost, s -> known(s, thread) >= at));
    for (int u = THREADS; u < 2 * THREADS; u++) {
      Clock clock = order.clock(u);
      assertThat(history.newestAcquired(clock, atMost))
          .isEqualTo(last(atMost, s -> clock.known(s.thread) >= s.acquired));
    }
    if (others.size() > 0) {
      int position = random.nextInt(others.size());
      assertThat(history.newestAcquired(others, position, atMost))
          .isEqualTo(last(atMost, s -> others.known(position, s.thread) >= s.acquired));
    }
    if (history.size() > 0) {
      int position = random.nextInt(history.size());
      Section section = kept.get(position);
      assertThat(history.newestAcquired(history, position, atMost))
          .isEqualTo(last(atMost, s -> known(section, s.thread) >= s.acquired));
    }
  }

  private static long known(Section section, int thread) {
    return thread == section.thread ? section.released : section.atRelease.known(thread);
  }

  private long first(long atMost, Predicate<Section> test) {
    return kept.stream()
        .filter(s -> s.number <= atMost)
        .filter(test)
        .mapToLong(Section::number)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  private long last(long atMost, Predicate<Section> test) {
    return kept.stream()
        .filter(s -> s.number <= atMost)
        .filter(test)
        .mapToLong(Section::number)
        .max()
        .orElse(0);
  }

  private void assertKept() {
    assertThat(history.id()).isEqualTo(7);
    for (int i = 0; i < kept.size(); i++) {
      Section section = kept.get(i);
      assertThat(history.number(i)).isEqualTo(section.number);
      assertThat(history.thread(i)).isEqualTo(section.thread);
      assertThat(history.acquired(i)).isEqualTo(section.acquired);
      assertThat(history.released(i)).isEqualTo(section.released);
      assertThat(history.clock(i)).isSameAs(section.atRelease);
      for (int thread = 0; thread < 2 * THREADS; thread++) {
        assertThat(history.known(i, thread)).isEqualTo(known(section, thread));
      }
    }
  }

  @Test
  void cover_inAPass_isOfAThreadOrOfAll() {
    assertThat(history.isCovered(1, 0)).isFalse();
    history.cover(1, 2);
    assertThat(history.isCovered(1, 2)).isTrue();
    assertThat(history.isCovered(1, 3)).isFalse();
    assertThat(history.isCovered(2, 2)).isFalse();
    history.cover(2, CpHistory.NONE);
    assertThat(history.isCovered(2, 2)).isTrue();
    assertThat(history.isCovered(2, 3)).isTrue();
    assertThat(history.isCovered(3, 3)).isFalse();
  }

  @Test
  void isAsked_untilEachQuestionIsDecided() {
    assertThat(history.isAsked()).isFalse();
    history.ask();
    history.ask();
    history.decide();
    assertThat(history.isAsked()).isTrue();
    history.decide();
    assertThat(history.isAsked()).isFalse();
  }
}
