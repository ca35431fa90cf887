package io.racedet.compressed.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.compressed.RandomGrammars;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** Walks, compared with the recursive definition of what a rule derives. */
class GrammarWalkTest {
  private static final long SEED = 42;
  private static final int LETTERS = 3;
  private static final long[] WORDS = new long[LETTERS];
  private static final int[] LOCATIONS = new int[LETTERS];

  private final SplittableRandom random = new SplittableRandom(SEED);

  private Grammar randomGrammar() {
    int[] trace = random.ints(random.nextInt(80), 0, LETTERS).toArray();
    return RandomGrammars.of(WORDS, LOCATIONS, trace, random);
  }

  /** What is visited: terminals with their indices, and skipped rules with what came before. */
  private static void visit(
      Grammar grammar, int rule, int from, long before, IntPredicate skips, List<String> visits) {
    long index = before;
    for (int i = from; i < grammar.size(rule); i++) {
      int symbol = grammar.symbol(rule, i);
      if (symbol >= 0) {
        visits.add("terminal " + symbol + " at " + (index + 1));
      } else {
        visits.add("rule " + ~symbol + " after " + index);
        if (!skips.test(~symbol)) {
          visit(grammar, ~symbol, 0, index, skips, visits);
        }
      }
      index += symbol >= 0 ? 1 : grammar.events(~symbol);
    }
  }

  private static GrammarWalk walk(Grammar grammar, IntPredicate skips, List<String> visits) {
    return new GrammarWalk(
        grammar,
        new GrammarWalk.Visitor() {
          @Override
          public boolean rule(int rule, long before) {
            visits.add("rule " + rule + " after " + before);
            return skips.test(rule);
          }

          @Override
          public void terminal(int terminal, long index) {
            visits.add("terminal " + terminal + " at " + index);
          }
        });
  }

  @Test
  void visits_areThoseOfTheDefinition() {
    for (int round = 0; round < 300; round++) {
      Grammar grammar = randomGrammar();
      IntPredicate skips = rule -> rule % 3 == 1;
      for (int rule = 0; rule < grammar.rules(); rule++) {
        List<String> expected = new ArrayList<>();
        visit(grammar, rule, 0, 0, skips, expected);
        List<String> visits = new ArrayList<>();
        GrammarWalk walk = walk(grammar, skips, visits);
        walk.walk(rule);
        assertThat(visits).isEqualTo(expected);
        if (grammar.size(rule) > 0 && grammar.symbol(rule, 0) < 0) {
          expected.clear();
          visit(grammar, rule, 1, grammar.events(~grammar.symbol(rule, 0)), skips, expected);
          visits.clear();
          walk.walkOn(rule);
          assertThat(visits).isEqualTo(expected);
        }
      }
    }
  }

  /** Rules inside of each other, each with a terminal after it so that none is left early. */
  @Test
  void deeplyNestedRules_areLeftAgain() {
    int depth = 300;
    int[][] rules = new int[depth][];
    for (int rule = 0; rule < depth - 1; rule++) {
      rules[rule] = new int[] {~(rule + 1), 1};
    }
    rules[depth - 1] = new int[] {0};
    Grammar grammar = Grammar.of(WORDS, LOCATIONS, rules);
    List<String> expected = new ArrayList<>();
    visit(grammar, Grammar.START, 0, 0, rule -> false, expected);
    List<String> visits = new ArrayList<>();

    walk(grammar, rule -> false, visits).walk(Grammar.START);

    assertThat(visits).isEqualTo(expected).endsWith("terminal 1 at " + depth);
    assertThat(new GrammarCounts(grammar).depth()).isEqualTo(depth);
  }

  /** Also at the end of a rule, and as the only symbols of one. */
  @Test
  void emptyRules_areVisitedAndDeriveNothing() {
    Grammar grammar =
        Grammar.of(
            WORDS,
            LOCATIONS,
            new int[] {~2, 0, ~1, 1, ~2},
            new int[] {~2, ~2, 2, ~2},
            new int[] {~3},
            new int[0]);
    List<String> expected = new ArrayList<>();
    visit(grammar, Grammar.START, 0, 0, rule -> false, expected);
    List<String> visits = new ArrayList<>();

    walk(grammar, rule -> false, visits).walk(Grammar.START);

    assertThat(visits).isEqualTo(expected);
  }

  @Test
  void stack_hasTheRestsOfItsRules() {
    ExpansionStack stack = new ExpansionStack();
    assertThat(stack.isEmpty()).isTrue();
    stack.enter(3, 6);
    assertThat(stack.next()).isEqualTo(3);
    stack.enter(8, 10);
    assertThat(stack.at()).isEqualTo(8);
    assertThat(stack.end()).isEqualTo(10);
    stack.moveTo(10);
    assertThat(stack.at()).as("of the rule before").isEqualTo(4);
    assertThat(stack.end()).isEqualTo(6);
    stack.moveTo(6);
    assertThat(stack.isEmpty()).isTrue();
    stack.enter(1, 3);
    stack.enter(4, 6);
    stack.clear();
    assertThat(stack.isEmpty()).isTrue();
    stack.enter(7, 8);
    assertThat(stack.next()).isEqualTo(7);
    assertThat(stack.isEmpty()).isTrue();
  }

  @Test
  void counts_areThoseOfTheDerivation() {
    for (int round = 0; round < 200; round++) {
      Grammar grammar = randomGrammar();
      List<String> visits = new ArrayList<>();
      visit(grammar, Grammar.START, 0, 0, rule -> false, visits);
      GrammarCounts counts = new GrammarCounts(grammar);
      for (int terminal = 0; terminal < LETTERS; terminal++) {
        assertThat(counts.terminalTimes(terminal)).isEqualTo(times(visits, "terminal " + terminal));
      }
      for (int rule = 1; rule < grammar.rules(); rule++) {
        int symbol = ~rule;
        long uses = java.util.Arrays.stream(grammar.symbols()).filter(s -> s == symbol).count();
        assertThat(counts.ruleTimes(rule)).isEqualTo(times(visits, "rule " + rule));
        assertThat(counts.uses(rule)).isEqualTo((int) uses);
      }
      assertThat(counts.depth()).isEqualTo(depth(grammar, Grammar.START));
      for (long event = 0; event < grammar.events(); event++) {
        String visit = "terminal " + grammar.terminal(Grammar.START, event) + " at " + (event + 1);
        assertThat(visits).contains(visit);
      }
    }
  }

  private static long times(List<String> visits, String what) {
    return visits.stream().filter(visit -> visit.startsWith(what + " ")).count();
  }

  private static int depth(Grammar grammar, int rule) {
    int deepest = 0;
    for (int i = 0; i < grammar.size(rule); i++) {
      int symbol = grammar.symbol(rule, i);
      deepest = symbol >= 0 ? deepest : Math.max(deepest, depth(grammar, ~symbol));
    }
    return 1 + deepest;
  }
}
