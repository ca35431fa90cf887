package io.racedet.compressed.grammar;

import java.util.Arrays;

/**
 * The symbols of rules under construction: a circular doubly linked list for each rule, with a
 * guard between the last symbol and the first. Symbols are numbered from 1, and the numbers of
 * removed symbols are reused. A rule is identified by its guard.
 *
 * <p>A non-negative value is a terminal; a negative value of at least {@code ~}{@value
 * #MAX_SYMBOLS} is {@code ~guard}; a smaller value is that of a guard and counts the uses of its
 * rule.
 */
final class SymbolPool {
  private static final int VALUE = 0;
  private static final int NEXT = 1;
  private static final int PREVIOUS = 2;
  private static final int ROW = 3;

  private static final int MAX_SYMBOLS = Integer.MAX_VALUE / ROW;
  private static final int NO_USES = Integer.MIN_VALUE;

  private int[] cells = new int[ROW << 10];
  private int end = 1; // the smallest number that was never used
  private int free; // the first number to be reused, linked by NEXT; or 0

  /** Adds an unlinked symbol. */
  int add(int value) {
    int symbol = free;
    if (symbol != 0) {
      free = cells[ROW * symbol + NEXT];
    } else {
      symbol = end++;
      if (ROW * symbol == cells.length) {
        grow(symbol);
      }
    }
    cells[ROW * symbol + VALUE] = value;
    if (value < 0) {
      cells[ROW * ~value + VALUE]++;
    }
    return symbol;
  }

  private void grow(int symbols) {
    if (symbols == MAX_SYMBOLS) {
      throw new OutOfMemoryError("more than " + MAX_SYMBOLS + " symbols in a grammar");
    }
    long more = Math.min(symbols + (symbols >> 1), MAX_SYMBOLS);
    cells = Arrays.copyOf(cells, ROW * (int) more);
  }

  /** Adds a rule without symbols or uses; returns its guard. */
  int addRule() {
    int guard = add(0);
    cells[ROW * guard + VALUE] = NO_USES;
    join(guard, guard);
    return guard;
  }

  /** Removes an unlinked symbol. */
  void remove(int symbol) {
    int value = cells[ROW * symbol + VALUE];
    if (isRule(value)) {
      cells[ROW * ~value + VALUE]--;
    }
    cells[ROW * symbol + VALUE] = NO_USES;
    cells[ROW * symbol + NEXT] = free;
    free = symbol;
  }

  /** Links two symbols. */
  void join(int left, int right) {
    cells[ROW * left + NEXT] = right;
    cells[ROW * right + PREVIOUS] = left;
  }

  int value(int symbol) {
    return cells[ROW * symbol + VALUE];
  }

  int next(int symbol) {
    return cells[ROW * symbol + NEXT];
  }

  int previous(int symbol) {
    return cells[ROW * symbol + PREVIOUS];
  }

  /** Whether a value is that of a guard or of a removed symbol. */
  static boolean isGuard(int value) {
    return value < ~MAX_SYMBOLS;
  }

  /** Whether a value stands for a rule. */
  static boolean isRule(int value) {
    return value < 0 && !isGuard(value);
  }

  /** How often a rule is used. */
  int uses(int guard) {
    return cells[ROW * guard + VALUE] - NO_USES;
  }

  /** The largest symbol number so far, plus one. */
  int end() {
    return end;
  }
}
