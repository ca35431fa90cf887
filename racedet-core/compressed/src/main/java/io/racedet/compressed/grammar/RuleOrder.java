package io.racedet.compressed.grammar;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Numbers rules for a {@link Grammar}: in the reverse postorder of a depth-first search from the
 * start rule.
 */
final class RuleOrder {
  private final SymbolPool symbols;
  private final int size;
  private final int[] ranks; // by guard: postorder number, from 1
  private final IntArrayList guards = new IntArrayList(); // in postorder
  private final IntArrayList path = new IntArrayList(); // the next symbol of each open rule

  /**
   * Searches the rules.
   *
   * @param size how many symbols all rules have together
   */
  RuleOrder(SymbolPool symbols, int start, int size) {
    this.symbols = symbols;
    this.size = size;
    ranks = new int[symbols.end()];
    enter(start);
    while (!path.isEmpty()) {
      int symbol = path.popInt();
      int value = symbols.value(symbol);
      if (SymbolPool.isGuard(value)) {
        guards.add(symbol);
        ranks[symbol] = guards.size();
        continue;
      }
      path.push(symbols.next(symbol));
      if (value < 0 && ranks[~value] == 0) {
        enter(~value);
      }
    }
  }

  private void enter(int guard) {
    path.push(symbols.next(guard));
  }

  Grammar grammar(long[] words, int[] locations, int terminals) {
    int rules = guards.size();
    int[] ends = new int[rules];
    int[] flat = new int[size];
    int end = 0;
    for (int rule = 0; rule < rules; rule++) {
      int guard = guards.getInt(rules - 1 - rule);
      for (int s = symbols.next(guard); s != guard; s = symbols.next(s)) {
        int value = symbols.value(s);
        flat[end++] = value >= 0 ? value : ~(rules - ranks[~value]);
      }
      ends[rule] = end;
    }
    return new Grammar(words, locations, terminals, flat, ends);
  }
}
