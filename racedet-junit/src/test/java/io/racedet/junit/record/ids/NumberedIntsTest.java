package io.racedet.junit.record.ids;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ints of numbers, beside a map. */
class NumberedIntsTest {
  private static final int STEPS = 50_000;
  private static final int EVERY = 5_000;

  /** All numbers that are smaller than some are forgotten now and then, but for one in between. */
  @ParameterizedTest
  @ValueSource(ints = {1, 511, 512, 3_000, 100_000})
  void ints_areThoseOfTheirNumbers_untilTheseAreForgotten(int range) {
    Random random = new Random(range);
    NumberedInts ints = new NumberedInts();
    Map<Integer, Integer> expected = new HashMap<>();
    int kept = range / 3;
    int base = 0;
    for (int step = 1; step <= STEPS; step++) {
      int number = base + random.nextInt(range);
      if (random.nextBoolean()) {
        ints.set(number, step);
        expected.put(number, step);
      }
      assertThat(ints.get(number)).isEqualTo(expected.getOrDefault(number, 0));
      if (step % EVERY == 0) {
        base += range;
        int least = base;
        ints.forget(each -> each < least && each != kept);
        expected.keySet().removeIf(each -> each < least && each != kept);
        assertThat(ints.get(kept)).isEqualTo(expected.getOrDefault(kept, 0));
      }
    }
  }
}
