package io.racedet.compressed.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts of locks, compared with a linked map. */
class LockCountsTest {
  @ParameterizedTest
  @ValueSource(ints = {3, 30})
  void randomChanges_keepTheOrderOfInsertion(int locks) {
    SplittableRandom random = new SplittableRandom(42);
    LockCounts counts = new LockCounts();
    Map<Integer, Integer> expected = new LinkedHashMap<>();
    for (int i = 0; i < 2000; i++) {
      int lock = random.nextInt(locks);
      int change = expected.containsKey(lock) && random.nextBoolean() ? -1 : 1;
      List<Integer> before = new ArrayList<>(expected.keySet());
      int count = expected.merge(lock, change, Integer::sum);
      if (count == 0) {
        expected.remove(lock);
      }
      boolean isSame = before.equals(new ArrayList<>(expected.keySet()));
      int first = before.contains(lock) ? before.indexOf(lock) : before.size();
      assertThat(counts.add(lock, change)).isEqualTo(isSame ? LockCounts.NONE : first);
      assertThat(counts.locks())
          .containsExactly(expected.keySet().stream().mapToInt(Integer::intValue).toArray());
      for (int each = 0; each < locks; each++) {
        assertThat(counts.of(each)).isEqualTo(expected.getOrDefault(each, 0));
      }
    }
  }

  @Test
  void newLockAfterManyAreRemoved_isFound() {
    LockCounts counts = new LockCounts();
    for (int lock = 0; lock < 20; lock++) {
      counts.add(lock, 1);
    }
    for (int lock = 0; lock < 19; lock++) {
      counts.add(lock, -1);
    }
    assertThat(counts.add(30, 1)).isEqualTo(1);
    assertThat(counts.position(30)).isEqualTo(1);
    assertThat(counts.of(30)).isEqualTo(1);
  }
}
