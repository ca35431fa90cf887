package io.racedet.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The words of variables, and their rows, beside plain arrays of which each holds one variable. */
class VariableWordsTest {
  private static final int VARIABLES = 5_000;

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4})
  void words_areThoseOfTheVariable_whereverItIs(int stride) {
    VariableWords state = new VariableWords(stride);
    Random random = new Random(stride);
    long[][] expected = new long[VARIABLES][stride];
    for (int round = 0; round < 3 * VARIABLES; round++) {
      int variable = random.nextInt(1 + round / 3);
      if (random.nextInt(10) == 0) {
        state.clear(variable);
        expected[variable] = new long[stride];
      } else if (random.nextInt(10) == 0) {
        int page = variable & -VariableWords.PAGE;
        for (int of = page; of < Math.min(VARIABLES, page + VariableWords.PAGE); of++) {
          state.release(of);
          expected[of] = new long[stride];
        }
      }
      int base = state.base(variable);
      assertThat(state.variable(base)).isEqualTo(variable);
      for (int i = 0; i < stride; i++) {
        assertThat(state.words()[base + i]).isEqualTo(expected[variable][i]);
        expected[variable][i] = random.nextLong();
        state.words()[base + i] = expected[variable][i];
      }
    }
  }

  /** Room for 256 variables, then for half as much again, or as much as is needed. */
  @Test
  void array_growsOnlyWhereItIsFull() {
    VariableWords state = new VariableWords(2);
    assertThat(state.words()).hasSize(2 * 256);
    for (int variable = 0; variable < 256; variable++) {
      state.base(variable);
    }
    assertThat(state.words()).hasSize(2 * 256);
    state.base(256);
    assertThat(state.words()).hasSize(3 * 256);
    assertThat(state.used()).isEqualTo(256 + VariableWords.PAGE);
  }

  @Test
  void variablesFarFromEachOther_takeLittleMemory() {
    VariableWords state = new VariableWords(4);
    for (int variable = 0; variable < 100_000_000; variable += 10_000_000) {
      assertThat(state.isUsed(variable)).isFalse();
      int base = state.base(variable); // may replace the array
      state.words()[base] = variable;
      assertThat(state.isUsed(variable)).isTrue();
    }
    state.clear(5_000_000);
    assertThat(state.isUsed(5_000_000)).isFalse();
    assertThat(state.words()[state.base(90_000_000)]).isEqualTo(90_000_000);
    assertThat(state.words()).hasSizeLessThan(4 * 1024);
  }

  /** As long as few variables are in use at a time, few have words. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void releasedVariables_giveTheirWordsToOthers(int stride) {
    VariableWords state = new VariableWords(stride);
    for (int variable = 0; variable < VARIABLES; variable++) {
      int base = state.base(variable);
      for (int i = 0; i < stride; i++) {
        assertThat(state.words()[base + i]).isZero();
        state.words()[base + i] = variable + 1;
      }
      if (variable >= 100) {
        state.release(variable - 100);
        assertThat(state.words()[state.base(variable - 50)]).isEqualTo(variable - 49);
      }
    }
    assertThat(state.used()).isLessThanOrEqualTo(4 * VariableWords.PAGE);
    assertThat(state.words()).hasSize(stride * 256);
    assertThat(state.isUsed(1000)).isFalse();
    assertThat(state.isUsed(VARIABLES - 1)).isTrue();
  }

  @Test
  void variablesThatAreReleased_andUsedAgain_keepTheirWords() {
    VariableWords state = new VariableWords(2);
    state.words()[state.base(5)] = 1;
    state.release(5);
    state.words()[state.base(5)] = 2;
    for (int variable = 0; variable < VariableWords.PAGE; variable++) {
      if (variable != 5) {
        state.release(variable);
      }
    }
    assertThat(state.words()[state.base(5)]).isEqualTo(2);
    for (int variable = 0; variable < VariableWords.PAGE; variable++) {
      state.release(variable);
    }
    assertThat(state.isUsed(5)).isFalse();
    assertThat(state.used()).isZero();
  }

  /** Whichever variable of the page has got words since, and whichever of its words. */
  @ParameterizedTest
  @ValueSource(ints = {0, 5, VariableWords.PAGE - 1})
  void pageWithAWord_staysThatOfItsVariables(int used) {
    VariableWords state = new VariableWords(3);
    int base = state.base(used);
    state.release(used);
    state.words()[base + 2] = 1;
    for (int variable = 0; variable < VariableWords.PAGE; variable++) {
      if (variable != used) {
        state.release(variable);
      }
    }
    assertThat(state.isUsed(used)).isTrue();
    assertThat(state.used()).isEqualTo(VariableWords.PAGE);
    assertThat(state.base(VariableWords.PAGE)).isNotEqualTo(state.base(0));
  }

  @Test
  void manyPagesThatAreReleased_areAllUsedAgain() {
    VariableWords state = new VariableWords(1);
    int variables = 12 * VariableWords.PAGE;
    for (int round = 0; round < 3; round++) {
      int first = round * variables;
      for (int variable = first; variable < first + variables; variable++) {
        state.base(variable);
      }
      assertThat(state.used()).isEqualTo(variables);
      for (int variable = first; variable < first + variables; variable++) {
        state.release(variable);
      }
      assertThat(state.used()).isZero();
    }
    assertThat(state.words()).hasSizeLessThan(2 * variables);
  }

  /** Variables beyond the array, or beyond any array, are no words of it yet. */
  @Test
  void touch_changesNothing() {
    VariableWords state = new VariableWords(4);
    state.words()[state.base(7)] = 3;
    EventBlock block = new EventBlock();
    for (int variable : new int[] {7, 255, 256, 100_000, Integer.MAX_VALUE}) {
      block.add(Op.READ, 0, variable, 1, 0, 0);
    }
    state.touch(block);
    assertThat(state.words()).hasSize(4 * 256);
    assertThat(state.words()[state.base(7)]).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 255, 256, 257, 700})
  void eraserRows_areEmptyWhenAcquired_andKeepWhatIsPut(int rows) {
    EraserRows table = new EraserRows();
    Random random = new Random(rows);
    int[] ids = new int[rows];
    long[][] expected = new long[rows][];
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < rows; i++) {
        ids[i] = table.acquire();
        for (boolean write : new boolean[] {false, true}) {
          assertThat(table.epoch(ids[i], write)).isZero();
          assertThat(table.detail(ids[i], write)).isZero();
        }
        expected[i] = new long[] {random.nextLong(), random.nextLong(), 5, random.nextLong()};
        table.put(ids[i], false, expected[i][0], expected[i][1]);
        table.put(ids[i], true, expected[i][2], expected[i][3]);
      }
      assertThat(ids).doesNotHaveDuplicates();
      assertThat(table.inUse()).isEqualTo(rows);
      for (int i = 0; i < rows; i++) {
        assertThat(table.epoch(ids[i], false)).isEqualTo(expected[i][0]);
        assertThat(table.detail(ids[i], false)).isEqualTo(expected[i][1]);
        assertThat(table.epoch(ids[i], true)).isEqualTo(expected[i][2]);
        assertThat(table.detail(ids[i], true)).isEqualTo(expected[i][3]);
        table.release(ids[i]);
      }
      assertThat(table.inUse()).isZero();
    }
    assertThat(table.acquire()).isLessThan(rows); // a row that was released
  }

  @Test
  void eraserPartner_isTheLastOfTheOffered_ofOtherThreads() {
    EraserPartner partner = new EraserPartner(1);
    partner.offer(0, 9, true);
    assertThat(partner.epoch()).isZero();
    partner.offer(Epoch.of(2, 5), 50, true);
    partner.offer(Epoch.of(1, 8), 80, false);
    partner.offer(Epoch.of(3, 4), 40, false);
    assertThat(partner.epoch()).isEqualTo(Epoch.of(2, 5));
    assertThat(partner.detail()).isEqualTo(50);
    assertThat(partner.isWrite()).isTrue();
    partner.offer(Epoch.of(0, 6), 60, false);
    assertThat(partner.epoch()).isEqualTo(Epoch.of(0, 6));
    assertThat(partner.isWrite()).isFalse();
  }
}
