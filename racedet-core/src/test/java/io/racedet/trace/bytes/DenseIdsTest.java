package io.racedet.trace.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DenseIdsTest {
  @Test
  void ids_areTheOrderOfFirstUse_alsoAfterTheNewestIsForgotten() {
    SplittableRandom random = new SplittableRandom(1);
    DenseIds ids = new DenseIds();
    List<Integer> numbers = new ArrayList<>(); // by id
    for (int step = 0; step < 3_000; step++) {
      int number = random.nextInt(1 + random.nextInt(1_000));
      if (!numbers.contains(number)) {
        numbers.add(number);
      }
      assertThat(ids.of(number)).as("step %d", step).isEqualTo(numbers.indexOf(number));
      if (random.nextInt(4) == 0) {
        ids.forgetLast();
        numbers.remove(numbers.size() - 1);
      }
      assertThat(ids.size()).as("step %d", step).isEqualTo(numbers.size());
    }
    for (int id = 0; id < numbers.size(); id++) {
      assertThat(ids.number(id)).isEqualTo(numbers.get(id));
    }
    assertThat(numbers).hasSizeGreaterThan(100);
  }

  @Test
  void firstNumber_maybeZeroOrLarge() {
    for (int number : new int[] {0, 1, 1 << 20}) {
      DenseIds ids = new DenseIds();
      assertThat(ids.of(number)).isZero();
      assertThat(ids.of(number)).isZero();
      assertThat(ids.number(0)).isEqualTo(number);
      assertThat(ids.size()).isEqualTo(1);
    }
  }
}
