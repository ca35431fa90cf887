package io.racedet.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The set of variables, compared with that of the JDK. */
class VariableSetTest {
  private static final int VARIABLES = 400;
  private static final int STEPS = 2_000;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void set_isThatOfTheJdk(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    VariableSet set = new VariableSet();
    BitSet expected = new BitSet();
    for (int i = 0; i < STEPS; i++) {
      int first = random.nextInt(VARIABLES);
      int last = first + random.nextInt(random.nextBoolean() ? 3 : 200);
      boolean isAdded = random.nextInt(3) == 0;
      expected.set(first, last + 1, isAdded);
      if (isAdded) {
        set.add(first, last);
      } else {
        set.remove(first, last);
      }
      int at = random.nextInt(2 * VARIABLES);
      assertThat(set.contains(at)).isEqualTo(expected.get(at));
      int count = random.nextInt(random.nextBoolean() ? 5 : 300);
      int next = expected.nextSetBit(at);
      assertThat(set.next(at, at + count))
          .isEqualTo(next < 0 || next > at + count ? at + count + 1 : next);
      int least = Math.max(0, at - count);
      int previous = expected.previousSetBit(at);
      assertThat(set.previous(at, least)).isEqualTo(Math.max(least - 1, previous));
    }
  }

  /** Far beyond the last variable, up to the highest that there can be. */
  @Test
  void limitBeyondTheSet_isNoMemory() {
    VariableSet set = new VariableSet();
    set.add(100, 100);
    assertThat(set.next(0, 1 << 26)).isEqualTo(100);
    assertThat(set.next(0, Integer.MAX_VALUE - 1)).isEqualTo(100);
    assertThat(set.next(101, Integer.MAX_VALUE - 1)).isEqualTo(Integer.MAX_VALUE);
    assertThat(set.previous(1 << 26, 0)).isEqualTo(100);
  }
}
