package io.racedet.compressed.grammar;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import java.util.Arrays;
import java.util.Objects;

/**
 * A trace as a grammar that derives exactly this trace: rules over symbols, which are terminals (an
 * event with its location) or rules.
 *
 * <p>A non-negative symbol is a terminal, any other is {@code ~rule}. Rule {@value #START} derives
 * the whole trace. A rule uses only rules with larger numbers, so a loop from the last rule down to
 * the first one visits each rule after those that it uses. A rule may have any length; one without
 * symbols derives no event.
 *
 * <p>Immutable as long as the arrays that it returns are not written to.
 */
public final class Grammar {
  /** The rule that derives the whole trace. */
  public static final int START = 0;

  private final long[] words;
  private final int[] locations;
  private final int terminals;
  private final int[] symbols; // of all rules, one rule after another
  private final int[] ends; // by rule
  private final long[] events; // by rule

  /**
   * Makes a grammar of arrays that are not copied.
   *
   * @param words by terminal; entries after the last terminal are ignored
   * @param symbols the right-hand sides one after another
   * @throws IllegalArgumentException if a symbol is invalid, a rule uses one that does not come
   *     later, or the trace is longer than {@link EventBlock#MAX_INDEX}
   */
  public Grammar(long[] words, int[] locations, int terminals, int[] symbols, int[] ends) {
    this.words = words;
    this.locations = locations;
    this.terminals = terminals;
    this.symbols = symbols;
    this.ends = ends;
    events = new long[ends.length];
    for (int rule = ends.length - 1; rule >= 0; rule--) {
      events[rule] = count(rule);
    }
  }

  private long count(int rule) {
    long sum = 0;
    for (int i = from(rule), to = to(rule); i < to; i++) {
      int symbol = symbols[i];
      boolean isKnown = symbol >= 0 ? symbol < terminals : ~symbol > rule && ~symbol < ends.length;
      if (!isKnown) {
        throw new IllegalArgumentException(
            "symbol: "
                + symbol
                + " in rule "
                + rule
                + " (expected: one of "
                + terminals
                + " terminals, or a later one of "
                + ends.length
                + " rules)");
      }
      sum += symbol >= 0 ? 1 : events[~symbol];
      if (sum > EventBlock.MAX_INDEX) {
        throw new IllegalArgumentException(
            "more than " + EventBlock.MAX_INDEX + " events in rule " + rule);
      }
    }
    return sum;
  }

  /**
   * Makes a grammar of rules.
   *
   * @param words the events, by terminal, as {@link EventBlock#word} packs them
   * @param locations by terminal, or {@link EventSink#NO_LOCATION}
   * @throws IllegalArgumentException if there is no rule, a symbol is invalid, or a rule uses one
   *     that does not come later
   */
  public static Grammar of(long[] words, int[] locations, int[]... rules) {
    if (rules.length == 0 || words.length != locations.length) {
      throw new IllegalArgumentException(
          "rules: "
              + rules.length
              + ", words: "
              + words.length
              + ", locations: "
              + locations.length
              + " (expected: at least one rule, and a location for each word)");
    }
    int[] ends = new int[rules.length];
    int size = 0;
    for (int rule = 0; rule < rules.length; rule++) {
      size = Math.addExact(size, rules[rule].length);
      ends[rule] = size;
    }
    int[] symbols = new int[size];
    for (int rule = 0; rule < rules.length; rule++) {
      int length = rules[rule].length;
      System.arraycopy(rules[rule], 0, symbols, ends[rule] - length, length);
    }
    int terminals = words.length;
    return new Grammar(
        Arrays.copyOf(words, terminals),
        Arrays.copyOf(locations, terminals),
        terminals,
        symbols,
        ends);
  }

  /** {@return how many rules there are; at least 1; they are numbered from 0} */
  public int rules() {
    return ends.length;
  }

  /** {@return how many different terminals there are; they are numbered from 0} */
  public int terminals() {
    return terminals;
  }

  /** Returns the length of a rule. */
  public int size(int rule) {
    return to(rule) - from(rule);
  }

  /**
   * Returns a symbol of a rule.
   *
   * @param i an index, from 0
   */
  public int symbol(int rule, int i) {
    return symbols[from(rule) + i];
  }

  /**
   * {@return the symbols of all rules, for loops that must be fast: the array itself; the symbols
   * of a rule are at {@code [from(rule), to(rule))}}
   */
  public int[] symbols() {
    return symbols;
  }

  /** {@return where the symbols of a rule begin in {@link #symbols()}} */
  public int from(int rule) {
    return rule == 0 ? 0 : ends[rule - 1];
  }

  /**
   * {@return where the symbols of a rule end in {@link #symbols()}: the index after its last one}
   */
  public int to(int rule) {
    return ends[rule];
  }

  /** {@return the event of a terminal, as {@link EventBlock#word} packs it} */
  public long word(int terminal) {
    return words[terminal];
  }

  /** {@return the location of a terminal, or {@link EventSink#NO_LOCATION}} */
  public int location(int terminal) {
    return locations[terminal];
  }

  /** Returns how many events a rule derives. */
  public long events(int rule) {
    return events[rule];
  }

  /** Returns how many events the trace has. */
  public long events() {
    return events[START];
  }

  /**
   * Returns an event that a rule derives, without deriving the others.
   *
   * @param event the index among the events of the rule, from 0
   * @throws IndexOutOfBoundsException if the rule derives fewer events
   */
  public int terminal(int rule, long event) {
    int symbol = ~rule;
    long left = Objects.checkIndex(event, events[rule]);
    while (symbol < 0) {
      int i = from(~symbol);
      long length = eventsAt(i);
      while (left >= length) {
        left -= length;
        i++;
        length = eventsAt(i);
      }
      symbol = symbols[i];
    }
    return symbol;
  }

  private long eventsAt(int i) {
    return symbols[i] >= 0 ? 1 : events[~symbols[i]];
  }

  /**
   * {@return the size of this grammar: the number of symbols in all rules plus the number of
   * terminals}
   */
  public long size() {
    return (long) ends[ends.length - 1] + terminals;
  }
}
