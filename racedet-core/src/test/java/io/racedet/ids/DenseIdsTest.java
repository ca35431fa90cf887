package io.racedet.ids;

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

  @Test
  void ids_ofEachWindow_areTheOrderOfFirstUse() {
    DenseIds ids = new DenseIds();
    int[] used = {40, 3, 1_000, 3, 0, 40};
    int[] numbers = {0, 1, 2, 1, 3, 0};
    for (int window = 0; window < 3; window++) {
      for (int i = window; i < used.length; i++) {
        assertThat(ids.number(ids.of(used[i]))).isEqualTo(used[i]);
        if (window == 0) {
          assertThat(ids.of(used[i])).isEqualTo(numbers[i]);
        }
      }
      ids.clear();
      assertThat(ids.of(40 + window)).isZero();
      assertThat(ids.number(0)).isEqualTo(40 + window);
      ids.clear();
    }
    for (int id = 100; id > 0; id--) {
      assertThat(ids.of(id)).isEqualTo(100 - id);
    }
    for (int id = 100; id > 0; id--) {
      assertThat(ids.number(100 - id)).isEqualTo(id);
    }
    DenseIds inTurn = new DenseIds();
    for (int id = 0; id < 100; id++) {
      assertThat(inTurn.of(id)).isEqualTo(id);
    }
  }

  @Test
  void ids_areTheOrderInWhichNumbersAreAdded() {
    SplittableRandom random = new SplittableRandom(42);
    DenseIds ids = new DenseIds();
    List<Integer> expected = new ArrayList<>();
    for (int i = 0; i < 800; i++) {
      int id = random.nextInt(100);
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
        assertThat(ids.number(number)).isEqualTo(expected.get(number));
      }
    }
  }

  /** From the smallest id that an empty array has no place for. */
  @Test
  void largeIds_areUnknownUntilTheyAreAdded() {
    DenseIds ids = new DenseIds();
    for (int id = 14; id < 100_000; id = 2 * id - 12) {
      assertThat(ids.find(id)).isEqualTo(DenseIds.NONE);
      int number = ids.add(id);
      assertThat(ids.find(id)).isEqualTo(number);
      assertThat(ids.find(id + 1)).isEqualTo(DenseIds.NONE);
    }
  }
}
