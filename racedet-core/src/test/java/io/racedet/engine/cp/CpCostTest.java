package io.racedet.engine.cp;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EngineFeed;
import io.racedet.event.Op;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What questions cost, however many others are undecided. */
class CpCostTest {
  private static final int INNER = 0;
  private static final int OUTER = 1;
  private static final int HOLDER = 0;
  private static final int FIRST = 4;

  private final EngineFeed<CpDetector> feed =
      new EngineFeed<>(
          CpDetector::new,
          (variable, kind, ordered, first, firstDetail, second, secondDetail) -> {
            throw new AssertionError("race (" + first + "," + second + ")");
          });

  @Test
  void dependencies_whileOneSectionStaysOpen_growWithTheNumberOfOthers() {
    int sections = 1_000;
    section(FIRST, INNER);
    section(FIRST, OUTER);
    feed.event(Op.ACQUIRE, HOLDER, OUTER, 0);
    section(HOLDER, INNER);
    for (int i = 0; i < sections; i++) {
      int thread = 1 + i % 3;
      feed.event(Op.ACQUIRE, thread, INNER, 0);
      feed.event(Op.WRITE, thread, thread, 0);
      feed.event(Op.RELEASE, thread, INNER, 0);
    }
    long dependencies = feed.finish().order().questions.dependencies();
    assertThat(dependencies).isBetween((long) sections, 3L * sections);
  }

  /** A conflict in all sections answers all questions, so that none depends on another one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 14, 15, 16, 17, 1_000})
  void answers_thatCannotRise_dependOnNothing_andAreLearnedWhenNeeded(int depth) {
    for (int thread = 0; thread < 2; thread++) {
      for (int lock = 0; lock < depth; lock++) {
        feed.event(Op.ACQUIRE, thread, lock, 0);
      }
      feed.event(Op.WRITE, thread, 0, 0);
      for (int lock = depth - 1; lock >= 0; lock--) {
        feed.event(Op.RELEASE, thread, lock, 0);
      }
    }
    CpOrder order = feed.finish().order();
    assertThat(order.questions.passes()).isZero();
    assertThat(order.questions.size()).isZero();
    assertThat(order.clocks.settled()).isZero();
  }

  /**
   * Each of T1's sections is ordered after T2's by a write at its end, when a lock was held inside
   * of it. When the fifth one is known, the first is learned by the releases since its acquire: two
   * for each of four sections, and one inside of the fifth; not by those of the other locks.
   */
  @Test
  void answers_thatAreMany_areLearnedByTheReleasesSinceTheirAcquire() {
    int sections = 30;
    int others = 1_000;
    for (int lock = 0; lock < others; lock++) {
      section(FIRST, 2 * sections + lock);
    }
    for (int i = 0; i < sections; i++) {
      feed.event(Op.ACQUIRE, 2, i, 0);
      feed.event(Op.WRITE, 2, i, 0);
      feed.event(Op.RELEASE, 2, i, 0);
    }
    for (int i = 0; i < sections; i++) {
      feed.event(Op.ACQUIRE, 1, i, 0);
      section(1, sections + i);
      feed.event(Op.WRITE, 1, i, 0);
      feed.event(Op.RELEASE, 1, i, 0);
    }
    assertThat(feed.finish().order().clocks.settled()).isEqualTo(9 * (sections - 4));
  }

  private void section(int thread, int lock) {
    feed.event(Op.ACQUIRE, thread, lock, 0);
    feed.event(Op.RELEASE, thread, lock, 0);
  }
}
