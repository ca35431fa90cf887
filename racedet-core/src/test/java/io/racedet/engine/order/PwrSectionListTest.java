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
      list.add(10L * i, 10L * i + 5, new ThreadClocks().snapshot(0), LIMIT);
    }
    return list;
  }

  @Test
  void openAt_everyCount_findsTheNewestSections() {
    for (int count = 1; count < 100; count++) {
      PwrSectionList list = sections(count);
      for (int i = count; i > Math.max(0, count - LIMIT); i--) {
        assertThat(list.released(list.openAt(10L * i + 3))).isEqualTo(10L * i + 5);
        assertThat(list.openAt(10L * i + 5)).isEqualTo(PwrSectionList.NONE);
        assertThat(list.openAt(10L * i + 7)).isEqualTo(PwrSectionList.NONE);
      }
    }
  }

  @Test
  void openAt_sectionBeyondTheLimit_isForgotten() {
    assertThat(sections(100).openAt(13)).isEqualTo(PwrSectionList.NONE);
  }
}
