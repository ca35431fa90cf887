package io.racedet.junit.record.ids;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids of pairs, beside a list, of which the oldest are dropped. */
class PairIdsTest {
  private static final int STEPS = 100_000;

  private record Pair(long first, long second) {}

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 300, 20_000})
  void ids_areOfOnePairEach_untilTheyAreDropped(int kept) {
    Random random = new Random(kept);
    PairIds ids = new PairIds();
    List<Pair> pairs = new ArrayList<>();
    int dropped = 0;
    for (int i = 0; i < STEPS; i++) {
      boolean isNew = pairs.size() == dropped || random.nextBoolean();
      if (isNew) {
        pairs.add(new Pair(random.nextInt(3), i - 1)); // the least is not positive
      }
      int at = isNew ? pairs.size() - 1 : random.nextInt(dropped, pairs.size());
      Pair pair = pairs.get(at);
      assertThat(ids.of(pair.first(), pair.second())).isEqualTo(at);
      if (pairs.size() > dropped + kept) {
        ids.drop(dropped++);
      }
    }
    for (int id = dropped; id < pairs.size(); id++) {
      Pair pair = pairs.get(id);
      assertThat(ids.isKnown(id)).isTrue();
      assertThat(ids.first(id)).isEqualTo(pair.first());
      assertThat(ids.second(id)).isEqualTo(pair.second());
    }
  }

  @Test
  void droppedIds_areNotKnown_oncePagesOfThemAre() {
    PairIds ids = new PairIds();
    int page = 1 << PairIds.PAGE_BITS;
    for (int i = 0; i < 2 * page; i++) {
      ids.of(i, 0);
    }
    for (int id = 0; id < page; id++) {
      assertThat(ids.isKnown(page - 1)).isTrue();
      ids.drop(id);
    }
    assertThat(ids.isKnown(page - 1)).isFalse();
    assertThat(ids.isKnown(0)).isFalse();
    assertThat(ids.isKnown(page)).isTrue();
  }
}
