package io.racedet.witness.packed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackedColumnTest {
  private static final int MANY = 3 * 4096 + 17;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 7, 21, 31, 32, 33, 37, 61, 62})
  void get_numbersOfSomeBits_areThoseAdded(int bits) {
    SplittableRandom random = new SplittableRandom(bits);
    long least = random.nextLong(-(1L << 61), 1);
    long[] numbers = random.longs(MANY, least, least + (1L << bits)).toArray();
    assertHas(numbers);
  }

  /** The numbers of a block may need more bits than those of the one before. */
  @Test
  void get_blocksOfDifferentRanges_areThoseAdded() {
    SplittableRandom random = new SplittableRandom(5);
    long[] numbers = new long[20 * 4096];
    for (int i = 0; i < numbers.length; i++) {
      long range = 1L << (i >>> 12) * 3;
      numbers[i] = random.nextLong(-range, range);
    }
    assertHas(numbers);
  }

  @Test
  void get_extremes_areThoseAdded() {
    long[] numbers = new long[2 * 4096];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i % 3 == 0 ? -(1L << 62) : (1L << 62) - 1;
    }
    assertHas(numbers);
  }

  private static void assertHas(long[] numbers) {
    PackedColumn column = new PackedColumn();
    for (int i = 0; i < numbers.length; i++) {
      column.add(numbers[i]);
      assertThat(column.get(i)).isEqualTo(numbers[i]);
    }
    assertThat(column.size()).isEqualTo(numbers.length);
    for (int i = 0; i < numbers.length; i++) {
      assertThat(column.get(i)).as("%d", i).isEqualTo(numbers[i]);
    }
  }
}
