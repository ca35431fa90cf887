package io.racedet.grammar;

import java.util.Arrays;

/**
 * Numbers rules for a {@link Grammar}: backwards in the order in which the last symbol of each is
 * met when the start is read with all that it uses, each rule once.
 */
final class RuleOrder {
  private final SymbolPool symbols;
  private final int size;
  private final int[] places; // by guard: in the order met, from 1
  private int[] met = new int[16]; // guards
  private int metCount;
  private int[] path = new int[16]; // symbols to go on with
  private int depth;

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
    while (depth > 0) {
      int symbol = path[depth - 1];
      int value = symbols.value(symbol);
      if (SymbolPool.isGuard(value)) {
        depth--;
        meet(symbol);
        continue;
      }
      path[depth - 1] = symbols.next(symbol);
      if (value < 0 && places[~value] == 0) {
        enter(~value);
      }
    }
  }

  private void enter(int guard) {
    if (depth == path.length) {
      path = Arrays.copyOf(path, 2 * depth);
    }
    path[depth++] = symbols.next(guard);
  }

  private void meet(int guard) {
    if (metCount == met.length) {
      met = Arrays.copyOf(met, 2 * metCount);
    }
    met[metCount++] = guard;
    places[guard] = metCount;
  }

  Grammar grammar(long[] words, int[] locations, int terminals) {
    int[] ends = new int[metCount];
    int[] flat = new int[size];
    int end = 0;
    for (int rule = 0; rule < metCount; rule++) {
      int guard = met[metCount - 1 - rule];
      for (int s = symbols.next(guard); s != guard; s = symbols.next(s)) {
        int value = symbols.value(s);
        flat[end++] = value >= 0 ? value : ~(metCount - places[~value]);
      }
      ends[rule] = end;
    }
    return new Grammar(words, locations, terminals, flat, ends);
  }
}
