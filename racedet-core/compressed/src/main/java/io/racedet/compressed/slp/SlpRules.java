package io.racedet.compressed.slp;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.event.EventBlock;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** The rules that have been read from a file; symbols are terminals, or {@code ~rule}. */
final class SlpRules {
  /** What {@link #symbol} returns for a number that is not a symbol. */
  static final int INVALID = Integer.MIN_VALUE;

  private final IntArrayList symbols = new IntArrayList();
  private final IntArrayList ends = new IntArrayList(); // by rule
  private final LongArrayList events = new LongArrayList(); // by rule
  private final IntArrayList depths = new IntArrayList(); // by rule
  private int first; // rule that can still be used
  private long open; // events of the rule being read
  private int openDepth; // of the rules that it uses

  /** The symbol that a number in the file stands for. */
  int symbol(int number, int terminals) {
    if (number <= SlpLayout.END_OF_RULE) {
      return INVALID;
    }
    int id = (number - 1) / 2;
    if ((number & 1) != 0) {
      return id < terminals ? id : INVALID;
    }
    return id < ends.size() - first ? ~(first + id) : INVALID;
  }

  /** How many events a symbol derives. */
  long events(int symbol) {
    return symbol >= 0 ? 1 : events.getLong(~symbol);
  }

  /** Adds a symbol to the rule being read; false if it derives too many events. */
  boolean add(int symbol) {
    symbols.add(symbol);
    open += events(symbol);
    if (symbol < 0) {
      openDepth = Math.max(openDepth, depths.getInt(~symbol));
    }
    return open <= EventBlock.MAX_INDEX;
  }

  /** Ends the rule being read; false if it has no symbol. */
  boolean endRule() {
    if (open == 0) {
      return false;
    }
    ends.add(symbols.size());
    events.add(open);
    depths.add(openDepth + 1);
    open = 0;
    openDepth = 0;
    return true;
  }

  /** How deeply rules are nested in the last one: 1 if it uses none. */
  int lastDepth() {
    return depths.getInt(depths.size() - 1);
  }

  /** How many symbols and rules are kept. */
  int size() {
    return symbols.size() + ends.size();
  }

  /** Whether a rule has begun and has not ended. */
  boolean isOpen() {
    return open > 0;
  }

  /** Drops all rules. */
  void clear() {
    symbols.clear();
    ends.clear();
    events.clear();
    depths.clear();
  }

  /** Keeps all rules for the grammar, but no later symbol can use them. */
  void hide() {
    first = ends.size();
  }

  /** The symbols of all rules. */
  int[] symbols() {
    return symbols.elements();
  }

  int from(int rule) {
    return rule == 0 ? 0 : ends.getInt(rule - 1);
  }

  int to(int rule) {
    return ends.getInt(rule);
  }

  /** A start rule, followed by all rules, the last one first. */
  Grammar grammar(LongArrayList words, IntArrayList locations, IntArrayList start) {
    int count = ends.size();
    int[] flat = new int[Math.addExact(start.size(), symbols.size())];
    int[] newEnds = new int[count + 1];
    int end = 0;
    for (int i = 0; i < start.size(); i++) {
      flat[end++] = reversed(start.getInt(i));
    }
    newEnds[Grammar.START] = end;
    for (int rule = count - 1; rule >= 0; rule--) {
      for (int i = from(rule), to = to(rule); i < to; i++) {
        flat[end++] = reversed(symbols.getInt(i));
      }
      newEnds[count - rule] = end;
    }
    return new Grammar(words.elements(), locations.elements(), words.size(), flat, newEnds);
  }

  private int reversed(int symbol) {
    return symbol >= 0 ? symbol : ~(ends.size() - ~symbol);
  }
}
