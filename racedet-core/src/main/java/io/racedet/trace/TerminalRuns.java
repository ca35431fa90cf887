package io.racedet.trace;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/** Makes rules of the long runs of terminals in rules that have others, too. */
final class TerminalRuns {
  private final Grammar grammar;
  private final int shortest;
  private final IntArrayList symbols = new IntArrayList(); // of the rules there were
  private final IntArrayList ends = new IntArrayList();
  private final IntArrayList runSymbols = new IntArrayList(); // of those that are added
  private final IntArrayList runEnds = new IntArrayList();

  TerminalRuns(Grammar grammar, int shortest) {
    this.grammar = grammar;
    this.shortest = shortest;
    for (int rule = 0; rule < grammar.rules(); rule++) {
      int from = grammar.from(rule);
      int to = grammar.to(rule);
      if (endOfRun(from, to) == to) {
        symbols.addElements(symbols.size(), grammar.symbols(), from, to - from);
      } else {
        split(from, to);
      }
      ends.add(symbols.size());
    }
  }

  private int endOfRun(int from, int to) {
    int[] all = grammar.symbols();
    int i = from;
    while (i < to && all[i] >= 0) {
      i++;
    }
    return i;
  }

  private void split(int from, int to) {
    int[] all = grammar.symbols();
    int i = from;
    while (i < to) {
      int end = endOfRun(i, to);
      if (end - i >= shortest) {
        symbols.add(~(grammar.rules() + runEnds.size()));
        runSymbols.addElements(runSymbols.size(), all, i, end - i);
        runEnds.add(runSymbols.size());
      } else {
        symbols.addElements(symbols.size(), all, i, end - i);
      }
      if (end < to) {
        symbols.add(all[end]);
      }
      i = end + 1;
    }
  }

  /** The rules there were, and behind them those of runs. */
  Grammar grammar(long[] words, int[] locations) {
    int before = symbols.size();
    symbols.addElements(before, runSymbols.elements(), 0, runSymbols.size());
    for (int i = 0; i < runEnds.size(); i++) {
      ends.add(before + runEnds.getInt(i));
    }
    return new Grammar(
        words, locations, grammar.terminals(), symbols.toIntArray(), ends.toIntArray());
  }
}
