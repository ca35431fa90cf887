package io.racedet.engine.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.clock.Frontier;
import io.racedet.engine.growth.RetainedBytes;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frontiers by id, beside a map. */
class FrontiersTest {
  private static final int STEPS = 20_000;
  private static final int IDS = 1_000_000;
  private static final int AT_ONCE = 10;
  private static final int BYTES_OF_A_PAGE = 16; // its entry in two arrays, and their growth
  private static final int PAGE = 64;

  @ParameterizedTest
  @ValueSource(ints = {1, 64, 65, 3_000})
  void frontiers_areThoseOfTheirIds_untilTheseAreForgotten(int ids) {
    Random random = new Random(ids);
    Frontiers frontiers = new Frontiers();
    Map<Integer, Frontier> expected = new HashMap<>();
    for (int step = 0; step < STEPS; step++) {
      int id = random.nextInt(ids);
      switch (random.nextInt(4)) {
        case 0 -> {
          Frontier known = expected.get(id);
          Frontier now = frontiers.ensure(id);
          assertThat(known == null || now == known).isTrue();
          expected.put(id, now);
        }
        case 1 -> {
          frontiers.forget(id);
          expected.remove(id);
        }
        default -> assertThat(frontiers.get(id)).isSameAs(expected.get(id));
      }
    }
    for (int id = 0; id < 2 * ids; id++) {
      assertThat(frontiers.get(id)).isSameAs(expected.get(id));
    }
  }

  @Test
  void pagesWhoseIdsAreForgotten_takeNoMemory() {
    Frontiers frontiers = new Frontiers();
    long before = new RetainedBytes().of(frontiers);
    for (int id = 0; id < IDS; id++) {
      frontiers.ensure(id);
      if (id >= AT_ONCE) {
        frontiers.forget(id - AT_ONCE);
      }
    }
    assertThat(new RetainedBytes().of(frontiers) - before)
        .isLessThan(IDS / PAGE * 2L * BYTES_OF_A_PAGE);
  }
}
