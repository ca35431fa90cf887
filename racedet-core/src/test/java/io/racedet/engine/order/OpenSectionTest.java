package io.racedet.engine.order;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which critical sections are over, and which are ordered by their lock. */
class OpenSectionTest {
  private static OpenSection section(int thread, int lock, boolean shared) {
    return new OpenSection(thread, lock, shared, 1);
  }

  @Test
  void isOver_sinceItsRelease() {
    OpenSection section = section(0, 0, false);
    assertThat(section.isOver()).isFalse();
    section.end(2, null);
    assertThat(section.isOver()).isTrue();
  }

  @Test
  void isOrderedWith_anotherThreadsSection_unlessBothAreShared() {
    OpenSection exclusive = section(0, 7, false);
    OpenSection shared = section(0, 7, true);
    assertThat(exclusive.isOrderedWith(section(1, 7, false))).isTrue();
    assertThat(exclusive.isOrderedWith(section(1, 7, true))).isTrue();
    assertThat(shared.isOrderedWith(section(1, 7, false))).isTrue();
    assertThat(shared.isOrderedWith(section(1, 7, true))).isFalse();
  }

  @Test
  void isOrderedWith_sectionsOfTheThread() {
    assertThat(section(0, 7, true).isOrderedWith(section(0, 7, true))).isTrue();
    assertThat(section(0, 7, false).isOrderedWith(section(0, 7, true))).isTrue();
  }

  @Test
  void isOrderedWith_noSectionOfAnotherLock() {
    assertThat(section(0, 7, false).isOrderedWith(section(0, 8, false))).isFalse();
    assertThat(section(0, 7, false).isOrderedWith(section(1, 8, false))).isFalse();
  }
}
