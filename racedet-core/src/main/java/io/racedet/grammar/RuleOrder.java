package io.racedet.grammar;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Numbers rules for a {@link Grammar}: backwards in the order in which the last symbol of each is
 * met when the start is read with all that it uses, each rule once.
 */
final class RuleOrder {
  private final SymbolPool symbols;
  private final int size;
  private final int[] places; // by guard: in the order met, from 1
  private final IntArrayList met = new IntArrayList(); // guards
  private final IntArrayList path = new IntArrayList(); // symbols to go on with

  /**
   * Meets the rules.
   *
   * @param start guard of the start
   * @param size how many symbols all rules have together
   */
  RuleOrder(SymbolPool symbols, int start, int size) {
    this.symbols = symbols;
    this.size = size;
    places = new int[symbols.end()];
    enter(start);
    while (!path.isEmpty()) {
      int symbol = path.popInt();
      int value = symbols.value(symbol);
      if (SymbolPool.isGuard(value)) {
        met.add(symbol);
        places[symbol] = met.size();
        continue;
      }
      path.push(symbols.next(symbol));
      if (value < 0 && places[~value] == 0) {
        enter(~value);
      }
    }
  }

  private void enter(int guard) {
    path.push(symbols.next(guard));
  }

  Grammar grammar(long[] words, int[] locations, int terminals) {
    int rules = met.size();
    int[] ends = new int[rules];
    int[] flat = new int[size];
    int end = 0;
    for (int rule = 0; rule < rules; rule++) {
      int guard = met.getInt(rules - 1 - rule);
      for (int s = symbols.next(guard); s != guard; s = symbols.next(s)) {
        int value = symbols.value(s);
        flat[end++] = value >= 0 ? value : ~(rules - places[~value]);
      }
      ends[rule] = end;
    }
    return new Grammar(words, locations, terminals, flat, ends);
  }
}
