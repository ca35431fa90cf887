package io.racedet.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.compressed.grammar.Grammar;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Checks of grammars that depend on the rules only. */
public final class GrammarRules {
  private GrammarRules() {}

  /**
   * Asserts both invariants, and that every rule except the start rule has at least two symbols.
   */
  public static void assertInvariants(Grammar grammar, String of) {
    int[] uses = new int[grammar.rules()];
    Map<Long, Long> places = new HashMap<>();
    for (int rule = 0; rule < grammar.rules(); rule++) {
      int size = grammar.size(rule);
      for (int i = 0; i < size; i++) {
        int symbol = grammar.symbol(rule, i);
        if (symbol < 0) {
          uses[~symbol]++;
        }
        if (i + 1 < size) {
          long pair = (long) symbol << Integer.SIZE | grammar.symbol(rule, i + 1) & 0xFFFF_FFFFL;
          long place = (long) rule << Integer.SIZE | i;
          Long before = places.putIfAbsent(pair, place);
          if (before != null && before != place - 1) {
            throw fault("pair at " + i + " in rule " + rule + " is elsewhere, too", grammar, of);
          }
        }
      }
      if (rule != Grammar.START && size < 2) {
        throw fault("rule " + rule + " is too short", grammar, of);
      }
    }
    for (int rule = 1; rule < uses.length; rule++) {
      if (uses[rule] < 2) {
        throw fault("rule " + rule + " is used " + uses[rule] + " times", grammar, of);
      }
    }
  }

  private static AssertionError fault(String what, Grammar grammar, String of) {
    return new AssertionError(what + ": " + text(grammar) + " of " + of);
  }

  /** The terminals that a grammar derives, by the definition. */
  public static int[] expand(Grammar grammar) {
    int[][] expanded = new int[grammar.rules()][];
    for (int rule = grammar.rules() - 1; rule >= 0; rule--) {
      int[] terminals = new int[Math.toIntExact(grammar.events(rule))];
      int end = 0;
      for (int i = 0; i < grammar.size(rule); i++) {
        int symbol = grammar.symbol(rule, i);
        int[] part = symbol >= 0 ? new int[] {symbol} : expanded[~symbol];
        System.arraycopy(part, 0, terminals, end, part.length);
        end += part.length;
      }
      assertThat(end).isEqualTo(terminals.length);
      expanded[rule] = terminals;
    }
    return expanded[Grammar.START];
  }

  /** The rules in the notation of papers: terminals a, b, c, and rules 1, 2, 3. */
  public static String text(Grammar grammar) {
    StringBuilder text = new StringBuilder();
    for (int rule = 0; rule < grammar.rules(); rule++) {
      text.append(rule == 0 ? "" : " ").append(rule).append('=');
      int[] symbols = Arrays.copyOfRange(grammar.symbols(), grammar.from(rule), grammar.to(rule));
      for (int symbol : symbols) {
        text.append(symbol >= 0 ? String.valueOf((char) ('a' + symbol)) : "(" + ~symbol + ")");
      }
    }
    return text.toString();
  }
}
