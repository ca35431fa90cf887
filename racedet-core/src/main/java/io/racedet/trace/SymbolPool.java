package io.racedet.trace;

/**
 * The symbols of rules that are still being changed: doubly linked circles, one for each rule, with
 * a guard between the last symbol and the first. Symbols are rows of one array, and referred to by
 * where their row begins; 0 is none.
 *
 * <p>A value that is not negative is a terminal, down to {@code ~}{@value #MOST_RULES} it is {@code
 * ~rule}, below that it is a guard's or that of a symbol that is no more.
 */
final class SymbolPool {
  /** Rules are numbered below this. */
  static final int MOST_RULES = 1 << 29;

  private static final int VALUE = 0;
  private static final int NEXT = 1;
  private static final int PREVIOUS = 2;
  private static final int LINK = 3; // to another use of the same rule
  private static final int ROW = 4; // so that a row is in one cache line

  private static final int GONE = Integer.MIN_VALUE;
  private static final int FIRST_GUARD = GONE + 1;

  private int[] cells = new int[ROW << 10];
  private int end = ROW;
  private int free; // the first of the rows that can be used again; NEXT leads on

  /** Adds a symbol that is linked to none. */
  int add(int value) {
    int symbol = free;
    if (symbol != 0) {
      free = cells[symbol + NEXT];
    } else {
      symbol = end;
      if (symbol == cells.length) {
        cells = CellRows.longer(cells, ROW);
      }
      end += ROW;
    }
    cells[symbol + VALUE] = value;
    return symbol;
  }

  /** Adds the guard of a rule without symbols. */
  int addGuard(int rule) {
    int guard = add(FIRST_GUARD + rule);
    join(guard, guard);
    return guard;
  }

  /** Marks a symbol as one that is no more; its row is not used again before it is freed. */
  void end(int symbol) {
    cells[symbol + VALUE] = GONE;
  }

  /** Lets the row of a symbol be used again. */
  void free(int symbol) {
    cells[symbol + VALUE] = GONE;
    cells[symbol + NEXT] = free;
    free = symbol;
  }

  /** Makes two symbols neighbours. */
  void join(int left, int right) {
    cells[left + NEXT] = right;
    cells[right + PREVIOUS] = left;
  }

  int value(int symbol) {
    return cells[symbol + VALUE];
  }

  void setValue(int symbol, int value) {
    cells[symbol + VALUE] = value;
  }

  int next(int symbol) {
    return cells[symbol + NEXT];
  }

  int previous(int symbol) {
    return cells[symbol + PREVIOUS];
  }

  int link(int symbol) {
    return cells[symbol + LINK];
  }

  void setLink(int symbol, int other) {
    cells[symbol + LINK] = other;
  }

  /** Whether a value is no symbol of a rule: that of a guard, or of a symbol that is no more. */
  static boolean isNone(int value) {
    return value < ~MOST_RULES;
  }

  /** Whether a value stands for a rule. */
  static boolean isRule(int value) {
    return value < 0 && value >= ~MOST_RULES;
  }

  /** The rule of a guard, or a negative number for a symbol that is no guard. */
  int ruleOfGuard(int symbol) {
    int value = cells[symbol + VALUE];
    return value < ~MOST_RULES ? value - FIRST_GUARD : -1;
  }

  /** How many bytes this takes. */
  long bytes() {
    return (long) Integer.BYTES * cells.length;
  }
}
