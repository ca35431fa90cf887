package io.racedet.compressed.grammar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.trace.GrammarRules;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class GrammarTest {
  private static final int A = 0;
  private static final int B = 1;
  private static final int C = 2;
  private static final long[] WORDS = {
    EventBlock.word(Op.READ, 0, 0), EventBlock.word(Op.WRITE, 0, 0), EventBlock.word(Op.END, 0, 0)
  };
  private static final int[] LOCATIONS = {7, 8, -1};

  /** The trace is abcabcab. */
  private static Grammar example() {
    return Grammar.of(
        WORDS, LOCATIONS, new int[] {~1, ~1, ~2}, new int[] {~2, C}, new int[] {A, B});
  }

  @Test
  void sizes_areThoseOfTheRules() {
    Grammar grammar = example();
    assertThat(grammar.rules()).isEqualTo(3);
    assertThat(grammar.terminals()).isEqualTo(3);
    assertThat(grammar.size()).isEqualTo(7 + 3);
    assertThat(grammar.events()).isEqualTo(8);
    assertThat(grammar.events(1)).isEqualTo(3);
    assertThat(grammar.size(2)).isEqualTo(2);
    assertThat(grammar.symbol(1, 0)).isEqualTo(~2);
    assertThat(grammar.word(B)).isEqualTo(WORDS[B]);
    assertThat(grammar.location(A)).isEqualTo(7);
    assertThat(GrammarRules.expand(grammar)).containsExactly(A, B, C, A, B, C, A, B);
  }

  @Test
  void terminal_isTheOneAtThePlaceInTheExpandedTrace() {
    Grammar grammar = example();
    int[] expanded = GrammarRules.expand(grammar);
    for (int i = 0; i < expanded.length; i++) {
      assertThat(grammar.terminal(Grammar.START, i)).isEqualTo(expanded[i]);
    }
    assertThat(grammar.terminal(1, 2)).isEqualTo(C);
    assertThatThrownBy(() -> grammar.terminal(Grammar.START, 8))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> grammar.terminal(1, -1)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void rulesThatAreNone_areRefused() {
    assertThatThrownBy(() -> Grammar.of(WORDS, LOCATIONS)).hasMessageContaining("rules: 0");
    for (int symbol : new int[] {3, ~0, ~1, ~2, Integer.MIN_VALUE}) {
      assertThatThrownBy(() -> Grammar.of(WORDS, LOCATIONS, new int[] {~1}, new int[] {symbol}))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("symbol: " + symbol + " in rule 1");
    }
  }

  @Test
  void traceThatIsTooLong_isRefused() {
    int[][] rules = new int[42][];
    for (int i = 0; i < 41; i++) {
      rules[i] = new int[] {~(i + 1), ~(i + 1)};
    }
    rules[41] = new int[] {A};
    assertThatThrownBy(() -> Grammar.of(WORDS, LOCATIONS, rules))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("events in rule ");
  }

  /** Rule k derives 2^(39 - k) events, and the first one each of them. */
  @Test
  void longestTrace_isTaken() {
    int[][] rules = new int[41][];
    rules[0] = new int[40];
    for (int i = 1; i <= 40; i++) {
      rules[0][i - 1] = ~i;
      rules[i] = i == 40 ? new int[] {A} : new int[] {~(i + 1), ~(i + 1)};
    }
    assertThat(Grammar.of(WORDS, LOCATIONS, rules).events()).isEqualTo(EventBlock.MAX_INDEX);
    rules[0] = Arrays.copyOf(rules[0], 41);
    assertThatThrownBy(() -> Grammar.of(WORDS, LOCATIONS, rules))
        .hasMessage("more than " + EventBlock.MAX_INDEX + " events in rule 0");
  }

  @Test
  void wordWithoutALocation_isRefused() {
    assertThatThrownBy(() -> Grammar.of(WORDS, new int[2], new int[] {A}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("words: 3, locations: 2");
  }

  @Test
  void counts_areThoseOfTheTrace() {
    GrammarCounts counts = new GrammarCounts(example());
    assertThat(counts.depth()).isEqualTo(3);
    assertThat(counts.ruleTimes(Grammar.START)).isEqualTo(1);
    assertThat(counts.ruleTimes(1)).isEqualTo(2);
    assertThat(counts.ruleTimes(2)).isEqualTo(3);
    assertThat(counts.uses(2)).isEqualTo(2);
    assertThat(counts.terminalTimes(A)).isEqualTo(3);
    assertThat(counts.terminalTimes(C)).isEqualTo(2);
  }
}
