package io.racedet.engine.cp;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EngineFeed;
import io.racedet.event.Op;
import org.junit.jupiter.api.Test;

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
  @Test
  void answers_thatCannotRise_dependOnNothing_andAreLearnedWhenNeeded() {
    int depth = 1_000;
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

  private void section(int thread, int lock) {
    feed.event(Op.ACQUIRE, thread, lock, 0);
    feed.event(Op.RELEASE, thread, lock, 0);
  }
}
