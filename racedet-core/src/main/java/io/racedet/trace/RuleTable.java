package io.racedet.trace;

/**
 * The rules of a grammar that is still being changed, and where each is used. Numbers of rules that
 * are no more are given again.
 *
 * <p>The uses of a rule are a list through their symbols. A symbol that is no more stays in it
 * until more than half of the list are such; only then it can be told which they are without having
 * looked at the others before.
 */
final class RuleTable {
  private static final int GUARD = 0;
  private static final int USES = 1;
  private static final int LISTED = 2; // uses, and symbols that are no more
  private static final int LIST = 3; // the newest use
  private static final int ROW = 4;
  private static final int SPARE = 8; // listed in vain before anyone cares

  private final SymbolPool symbols;
  private int[] rows = new int[ROW << 6];
  private int end; // number of the first rule that has never been
  private int free = -1; // a rule that is no more; GUARD leads on

  RuleTable(SymbolPool symbols) {
    this.symbols = symbols;
  }

  /** Adds a rule without symbols. */
  int add() {
    int rule = free;
    if (rule >= 0) {
      free = rows[ROW * rule + GUARD];
    } else {
      rule = end;
      if (ROW * rule == rows.length) {
        rows = CellRows.longer(rows, ROW);
      }
      end++;
    }
    int row = ROW * rule;
    rows[row + GUARD] = symbols.addGuard(rule);
    rows[row + USES] = 0;
    rows[row + LISTED] = 0;
    rows[row + LIST] = 0;
    return rule;
  }

  /** Removes a rule that has neither symbols nor uses. */
  void remove(int rule) {
    int row = ROW * rule;
    for (int use = rows[row + LIST]; use != 0; ) {
      int following = symbols.link(use);
      symbols.free(use);
      use = following;
    }
    symbols.free(rows[row + GUARD]);
    rows[row + GUARD] = free;
    free = rule;
  }

  int guard(int rule) {
    return rows[ROW * rule + GUARD];
  }

  int uses(int rule) {
    return rows[ROW * rule + USES];
  }

  /** One more than the largest number of a rule. */
  int end() {
    return end;
  }

  /** Takes in that a symbol stands for a rule. */
  void use(int rule, int symbol) {
    int row = ROW * rule;
    symbols.setLink(symbol, rows[row + LIST]);
    rows[row + LIST] = symbol;
    rows[row + USES]++;
    rows[row + LISTED]++;
  }

  /** Takes in that a symbol which stood for a rule is no more. */
  void drop(int rule, int symbol) {
    int row = ROW * rule;
    symbols.end(symbol);
    int uses = --rows[row + USES];
    if (rows[row + LISTED] > 2 * uses + SPARE) {
      sweep(rule);
    }
  }

  private void sweep(int rule) {
    int row = ROW * rule;
    int kept = 0;
    for (int use = rows[row + LIST]; use != 0; ) {
      int following = symbols.link(use);
      if (symbols.value(use) == ~rule) {
        symbols.setLink(use, kept);
        kept = use;
      } else {
        symbols.free(use);
      }
      use = following;
    }
    rows[row + LIST] = kept;
    rows[row + LISTED] = rows[row + USES];
  }

  /** The newest use of a rule, after which the others are linked; 0 when there is none. */
  int list(int rule) {
    sweep(rule);
    return rows[ROW * rule + LIST];
  }

  /** Takes in that all uses of a rule are uses of another one. */
  void forgetUses(int rule) {
    int row = ROW * rule;
    rows[row + USES] = 0;
    rows[row + LISTED] = 0;
    rows[row + LIST] = 0;
  }

  /** How many bytes this takes. */
  long bytes() {
    return (long) Integer.BYTES * rows.length;
  }
}
