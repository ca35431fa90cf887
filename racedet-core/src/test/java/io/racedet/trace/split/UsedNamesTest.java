package io.racedet.trace.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op.Operand;
import io.racedet.trace.block.FileIds;
import io.racedet.trace.bytes.ByteList;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What a split repeats of names, and would have repeated. */
class UsedNamesTest {
  private static final int VARIABLES = 1; // their rank

  /** The name of each id has as many bytes. */
  private final FileIds ids = new FileIds((space, id) -> "a".repeat(id), "test");

  private final UsedNames names = new UsedNames(ids);

  private void define(int from, int to) {
    for (int variable = from; variable < to; variable++) {
      ids.ofOperand(Operand.VARIABLE, variable);
    }
  }

  private void use(int... variables) {
    for (int variable : variables) {
      names.use(VARIABLES, variable);
    }
  }

  /** A name takes the bytes of its number, its length and its text. */
  @Test
  void returning_isWhatASplitFromThisPeriodOnWouldRepeat() {
    define(0, 201);
    use(3, 3);
    assertThat(names.returning()).isZero();
    names.beginPeriod();
    use(3, 3, 200);
    assertThat(names.returning()).isEqualTo(1 + 1 + 3);
    names.beginPeriod();
    assertThat(names.returning()).isZero();
    use(200, 3, 200);
    assertThat(names.returning()).isEqualTo(2 + 2 + 200 + 1 + 1 + 3);
  }

  @Test
  void split_repeatsEachNameOfEarlierOnesThatItUses() {
    define(0, 5);
    use(0, 1, 3);
    assertThat(names.isEmpty()).isTrue();
    names.beginSplit();
    define(5, 6);
    use(5);
    assertThat(names.isEmpty()).isTrue();
    use(0);
    assertThat(names.isEmpty()).isFalse();
    assertThat(names.bytes()).isZero();
    use(3, 4, 3, 0);
    assertThat(names.bytes()).isEqualTo(3 + 4);
    ByteList block = new ByteList();
    names.moveTo(block);
    byte[] repeated = {
      0, // threads; of a number, the lowest bit is the end
      2 * 3, 0, 0, 2 * 3, 2 * 3, 'a', 'a', 'a', 2 * 4, 2 * 4, 'a', 'a', 'a', 'a', // variables
      0, 0, 0, 0, 0
    };
    assertThat(Arrays.copyOf(block.bytes(), block.size())).isEqualTo(repeated);
    assertThat(names.isEmpty()).isTrue();
    assertThat(names.bytes()).isZero();
  }

  @Test
  void name_isRepeatedOnceInEachSplit() {
    define(0, 4);
    use(3);
    for (int split = 2; split <= 4; split++) {
      names.beginPeriod();
      names.beginSplit();
      use(3);
      assertThat(names.bytes()).isEqualTo(3);
      names.moveTo(new ByteList());
      names.beginPeriod();
      use(3);
      assertThat(names.isEmpty()).isTrue();
    }
  }
}
