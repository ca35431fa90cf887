package io.racedet.ids;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.growth.RetainedBytes;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects by id, beside a map. */
class ObjectPagesTest {
  private static final int STEPS = 20_000;
  private static final int IDS = 1_000_000;
  private static final int AT_ONCE = 10;
  private static final int BYTES_OF_A_PAGE = 16; // its entry in two arrays, and their growth
  private static final int PAGE = 64;

  @ParameterizedTest
  @ValueSource(ints = {1, 64, 65, 3_000})
  void objects_areThoseOfTheirIds_untilTheseAreForgotten(int ids) {
    Random random = new Random(ids);
    ObjectPages<int[]> objects = new ObjectPages<>(() -> new int[0]);
    Map<Integer, int[]> expected = new HashMap<>();
    for (int step = 0; step < STEPS; step++) {
      int id = random.nextInt(ids);
      switch (random.nextInt(4)) {
        case 0 -> {
          int[] known = expected.get(id);
          int[] now = objects.of(id);
          assertThat(known == null || now == known).isTrue();
          expected.put(id, now);
        }
        case 1 -> {
          objects.forget(id);
          expected.remove(id);
        }
        default -> assertThat(objects.get(id)).isSameAs(expected.get(id));
      }
    }
    for (int id = 0; id < 2 * ids; id++) {
      assertThat(objects.get(id)).isSameAs(expected.get(id));
    }
  }

  @Test
  void pagesWhoseIdsAreForgotten_takeNoMemory() {
    ObjectPages<int[]> objects = new ObjectPages<>(() -> new int[0]);
    long before = new RetainedBytes().of(objects);
    for (int id = 0; id < IDS; id++) {
      objects.of(id);
      if (id >= AT_ONCE) {
        objects.forget(id - AT_ONCE);
      }
    }
    assertThat(new RetainedBytes().of(objects) - before)
        .isLessThan(IDS / PAGE * 2L * BYTES_OF_A_PAGE);
  }
}
