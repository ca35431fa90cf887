package io.racedet.engine.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.clock.ThreadClocks;
import org.junit.jupiter.api.Test;

class PwrSectionListTest {
  private static final int LIMIT = 8;

  /** Sections are [10, 15], [20, 25], ... in time. */
  private static PwrSectionList sections(int count) {
    PwrSectionList list = new PwrSectionList();
    for (int i = 1; i <= count; i++) {
      ThreadClocks clocks = new ThreadClocks();
      clocks.join(0, 1, i, clocks.snapshot(1));
      list.add(10L * i, 10L * i + 5, clocks.snapshot(0), LIMIT);
    }
    return list;
  }

  @Test
  void openAt_everyCount_findsTheNewestSections() {
    for (int count = 1; count < 100; count++) {
      PwrSectionList list = sections(count);
      for (int i = count; i > Math.max(0, count - LIMIT); i--) {
        assertThat(list.released(list.openAt(10L * i + 3))).isEqualTo(10L * i + 5);
        assertThat(list.openAt(10L * i)).isEqualTo(list.openAt(10L * i + 4));
        assertThat(list.openAt(10L * i - 1)).isEqualTo(PwrSectionList.NONE);
        assertThat(list.clock(list.openAt(10L * i)).known(1)).isEqualTo(i);
        assertThat(list.mayLack(10L * i)).isFalse();
        assertThat(list.openAt(10L * i + 5)).isEqualTo(PwrSectionList.NONE);
        assertThat(list.openAt(10L * i + 7)).isEqualTo(PwrSectionList.NONE);
      }
    }
  }

  @Test
  void openAt_sectionBeyondTheLimit_isForgotten() {
    assertThat(sections(100).openAt(13)).isEqualTo(PwrSectionList.NONE);
  }

  @Test
  void mayLack_upToTheEndOfADroppedSection() {
    PwrSectionList list = sections(100);
    assertThat(list.mayLack(13)).isTrue();
    int oldest = 1;
    while (list.openAt(10L * oldest) == PwrSectionList.NONE) {
      oldest++;
    }
    assertThat(list.mayLack(10L * oldest - 6)).isTrue();
    assertThat(list.mayLack(10L * oldest - 5)).isFalse();
    assertThat(sections(LIMIT).mayLack(1)).isFalse();
  }

  /** The list has room for twice the limit; clocks of what is dropped are not kept. */
  @Test
  void clocks_ofDroppedSections_areGone() {
    PwrSectionList list = sections(2 * LIMIT + 1);
    assertThat(list.clock(LIMIT - 1)).isNotNull();
    for (int i = LIMIT; i < 2 * LIMIT; i++) {
      assertThat(list.clock(i)).isNull();
    }
  }
}
