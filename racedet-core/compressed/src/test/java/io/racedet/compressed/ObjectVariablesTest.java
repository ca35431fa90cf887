package io.racedet.compressed;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The variables of an object are those with its name, a dot and a member. */
class ObjectVariablesTest {
  private static final List<String> VARIABLES = List.of("a.x", "b.x", "a", "a.y");
  private static final List<String> OBJECTS = List.of("b", "a", "c");

  /** Has no more names than there are variables and objects. */
  private static final Names NAMES =
      (space, id) -> (space == Operand.VARIABLE ? VARIABLES : OBJECTS).get(id);

  /** Accesses to all variables, the last one of which has the largest number. */
  private static Grammar accesses() {
    long[] words = {
      EventBlock.word(Op.ALLOC, 0, 1),
      EventBlock.word(Op.READ, 0, 1),
      EventBlock.word(Op.WRITE, 1, 3),
      EventBlock.word(Op.ATOMIC_WRITE, 1, 0),
      EventBlock.word(Op.ACQUIRE, 0, 9)
    };
    return Grammar.of(words, new int[words.length], new int[] {0, 1, 2, 3, 4});
  }

  @Test
  void variables_areFoundByTheNameOfTheirObject() {
    ObjectVariables variables = new ObjectVariables(accesses(), NAMES);

    assertThat(variables.of(1)).containsExactlyInAnyOrder(0, 3);
    assertThat(variables.of(0)).containsExactly(1);
    assertThat(variables.of(2)).isEmpty();
  }
}
