package io.racedet.compressed.grammar;

/** How often the rules and terminals of a grammar occur, in it and in the trace. Immutable. */
public final class GrammarCounts {
  private final long[] ruleTimes;
  private final long[] terminalTimes;
  private final int[] uses; // by rule
  private final int depth;

  /** Counts the occurrences. */
  public GrammarCounts(Grammar grammar) {
    ruleTimes = new long[grammar.rules()];
    terminalTimes = new long[grammar.terminals()];
    uses = new int[grammar.rules()];
    ruleTimes[Grammar.START] = 1;
    int[] symbols = grammar.symbols();
    for (int rule = 0; rule < uses.length; rule++) {
      for (int i = grammar.from(rule), to = grammar.to(rule); i < to; i++) {
        int symbol = symbols[i];
        if (symbol >= 0) {
          terminalTimes[symbol] += ruleTimes[rule];
        } else {
          ruleTimes[~symbol] += ruleTimes[rule];
          uses[~symbol]++;
        }
      }
    }
    depth = depthOf(grammar);
  }

  private static int depthOf(Grammar grammar) {
    int[] depths = new int[grammar.rules()];
    int[] symbols = grammar.symbols();
    for (int rule = depths.length - 1; rule >= 0; rule--) {
      int deepest = 0;
      for (int i = grammar.from(rule), to = grammar.to(rule); i < to; i++) {
        int symbol = symbols[i];
        deepest = symbol >= 0 ? deepest : Math.max(deepest, depths[~symbol]);
      }
      depths[rule] = 1 + deepest;
    }
    return depths[Grammar.START];
  }

  /**
   * {@return how often a rule occurs in the trace: the number of parts of the trace that it
   * derives}
   */
  public long ruleTimes(int rule) {
    return ruleTimes[rule];
  }

  /** {@return how often a terminal occurs in the trace: the number of events that it derives} */
  public long terminalTimes(int terminal) {
    return terminalTimes[terminal];
  }

  /** {@return how often a rule is used: how many symbols of the grammar refer to it} */
  public int uses(int rule) {
    return uses[rule];
  }

  /** {@return how deeply rules are nested; 1 if the start rule uses no other rule} */
  public int depth() {
    return depth;
  }
}
