package io.racedet.trace;

import java.util.Arrays;

/**
 * Numbers rules for a {@link Grammar}: backwards in the order in which the last symbol of each is
 * met when the start is read with all that it uses, each rule once.
 */
final class RuleOrder {
  private static final int START = 0;
  private static final int UNSEEN = -1;

  private final SymbolPool symbols;
  private final RuleTable rules;
  private final int[] places; // by rule: in the order met
  private int[] met = new int[16]; // rules
  private int metCount;
  private int[] path = new int[16]; // symbols to go on with
  private int depth;

  RuleOrder(SymbolPool symbols, RuleTable rules) {
    this.symbols = symbols;
    this.rules = rules;
    places = new int[rules.end()];
    Arrays.fill(places, UNSEEN);
  }

  Grammar grammar(long[] words, int[] locations, int terminals) {
    int size = meetAll();
    int[] ends = new int[metCount];
    int[] flat = new int[size];
    int end = 0;
    for (int number = 0; number < metCount; number++) {
      int guard = rules.guard(met[metCount - 1 - number]);
      for (int s = symbols.next(guard); s != guard; s = symbols.next(s)) {
        int value = symbols.value(s);
        flat[end++] = value >= 0 ? value : ~(metCount - 1 - places[~value]);
      }
      ends[number] = end;
    }
    return new Grammar(words, locations, terminals, flat, ends);
  }

  /** Meets the rules; returns how many symbols they have together. */
  private int meetAll() {
    int size = 0;
    enter(START);
    while (depth > 0) {
      int symbol = path[depth - 1];
      int rule = symbols.ruleOfGuard(symbol);
      if (rule >= 0) {
        depth--;
        meet(rule);
        continue;
      }
      size++;
      path[depth - 1] = symbols.next(symbol);
      int value = symbols.value(symbol);
      if (value < 0 && places[~value] == UNSEEN) {
        enter(~value);
      }
    }
    return size;
  }

  private void enter(int rule) {
    if (depth == path.length) {
      path = Arrays.copyOf(path, 2 * depth);
    }
    path[depth++] = symbols.next(rules.guard(rule));
  }

  private void meet(int rule) {
    if (metCount == met.length) {
      met = Arrays.copyOf(met, 2 * metCount);
    }
    places[rule] = metCount;
    met[metCount++] = rule;
  }
}
