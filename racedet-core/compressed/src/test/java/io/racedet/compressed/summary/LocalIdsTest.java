package io.racedet.compressed.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Numbers of ids, compared with a list. */
class LocalIdsTest {
  private static final int IDS = 100;

  @Test
  void ids_areNumberedInTheOrderInWhichTheyAreAdded() {
    SplittableRandom random = new SplittableRandom(42);
    LocalIds ids = new LocalIds();
    List<Integer> expected = new ArrayList<>();
    for (int i = 0; i < 800; i++) {
      int id = random.nextInt(IDS);
      assertThat(ids.find(id)).isEqualTo(expected.indexOf(id));
      if (!expected.contains(id)) {
        assertThat(ids.add(id)).isEqualTo(expected.size());
        expected.add(id);
      } else if (random.nextInt(150) == 0) {
        ids.clear();
        expected.clear();
      }
      assertThat(ids.size()).isEqualTo(expected.size());
      assertThat(ids.toArray()).containsExactly(expected.stream().mapToInt(n -> n).toArray());
      for (int number = 0; number < expected.size(); number++) {
        assertThat(ids.id(number)).isEqualTo(expected.get(number));
      }
    }
  }

  /** From the smallest id that an empty array has no place for. */
  @Test
  void largeIds_areUnknownUntilTheyAreAdded() {
    LocalIds ids = new LocalIds();
    for (int id = 14; id < 100_000; id = 2 * id - 12) {
      assertThat(ids.find(id)).isEqualTo(LocalIds.NONE);
      int number = ids.add(id);
      assertThat(ids.find(id)).isEqualTo(number);
      assertThat(ids.find(id + 1)).isEqualTo(LocalIds.NONE);
    }
  }
}
