package io.racedet.witness.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GroupedPositionsTest {
  private static final int GROUPS = 7;
  private static final int END = 300;

  @Test
  void lastBefore_isTheGreatestThatIsLess() {
    SplittableRandom random = new SplittableRandom(3);
    List<List<Integer>> expected = new ArrayList<>();
    int[] sizes = new int[GROUPS];
    for (int group = 0; group < GROUPS; group++) {
      List<Integer> own = new ArrayList<>();
      for (int p = 0; p < END && group > 0; p++) { // the first group is empty
        if (random.nextInt(GROUPS) < group) {
          own.add(p);
        }
      }
      expected.add(own);
      sizes[group] = own.size();
    }
    GroupedPositions groups = new GroupedPositions(sizes);
    for (int p = 0; p < END; p++) {
      for (int group = 0; group < GROUPS; group++) {
        if (expected.get(group).contains(p)) {
          groups.add(group, p);
        }
      }
    }
    for (int group = 0; group < GROUPS; group++) {
      for (int p = 0; p <= END; p++) {
        int end = p;
        assertThat(groups.lastBefore(group, end))
            .as("%d before %d", group, end)
            .isEqualTo(
                expected.get(group).stream()
                    .filter(q -> q < end)
                    .reduce((one, other) -> other)
                    .orElse(GroupedPositions.NONE));
      }
    }
  }

  @Test
  void add_moreThanAnnounced_isRefused() {
    GroupedPositions groups = new GroupedPositions(new int[] {1, 1});
    groups.add(0, 5);
    assertThatThrownBy(() -> groups.add(0, 6))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("group 0 is full");
    assertThat(groups.lastBefore(1, 9)).isEqualTo(GroupedPositions.NONE);
  }
}
