package io.racedet.trace;

import io.racedet.event.EventBlock;
import io.racedet.grammar.Grammar;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** The rules of a file as they are read; symbols are terminals, or {@code ~rule}. */
final class SlpRules {
  /** What {@link #symbol} returns for a number that is none. */
  static final int NONSENSE = Integer.MIN_VALUE;

  private final IntArrayList symbols = new IntArrayList();
  private final IntArrayList ends = new IntArrayList(); // by rule
  private final LongArrayList events = new LongArrayList(); // by rule
  private int first; // of those that can be used
  private long open; // events of the rule that is being read

  /** The symbol of a number in the file. */
  int symbol(int number, int terminals) {
    if (number <= SlpCodec.END_OF_RULE) {
      return NONSENSE;
    }
    int id = (number - 1) / 2;
    if ((number & 1) != 0) {
      return id < terminals ? id : NONSENSE;
    }
    return id < ends.size() - first ? ~(first + id) : NONSENSE;
  }

  /** How many events a symbol derives. */
  long events(int symbol) {
    return symbol >= 0 ? 1 : events.getLong(~symbol);
  }

  /** Adds a symbol to the last rule; false when that becomes too long. */
  boolean add(int symbol) {
    symbols.add(symbol);
    open += events(symbol);
    return open <= EventBlock.MAX_INDEX;
  }

  /** Ends the last rule; false when it is none. */
  boolean endRule() {
    if (open == 0) {
      return false;
    }
    ends.add(symbols.size());
    events.add(open);
    open = 0;
    return true;
  }

  /** Whether a rule has been begun and not ended. */
  boolean isOpen() {
    return open > 0;
  }

  /** Lets go of all rules. */
  void forget() {
    symbols.clear();
    ends.clear();
    events.clear();
  }

  /** Keeps all rules, but lets none of them be used from here on. */
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

  /** All rules, the last one first, behind a start. */
  Grammar grammar(LongArrayList words, IntArrayList locations, IntArrayList start) {
    int count = ends.size();
    int[] flat = new int[Math.addExact(start.size(), symbols.size())];
    int[] newEnds = new int[count + 1];
    int end = 0;
    for (int i = 0; i < start.size(); i++) {
      flat[end++] = backwards(start.getInt(i));
    }
    newEnds[Grammar.START] = end;
    for (int rule = count - 1; rule >= 0; rule--) {
      for (int i = from(rule), to = to(rule); i < to; i++) {
        flat[end++] = backwards(symbols.getInt(i));
      }
      newEnds[count - rule] = end;
    }
    return new Grammar(words.elements(), locations.elements(), words.size(), flat, newEnds);
  }

  private int backwards(int symbol) {
    return symbol >= 0 ? symbol : ~(ends.size() - ~symbol);
  }
}
