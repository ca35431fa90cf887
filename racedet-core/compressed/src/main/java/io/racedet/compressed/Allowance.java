package io.racedet.compressed;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.stretch.Stretch;

/**
 * How much the summaries of the rules of a grammar may cost: in time, a fraction of what its events
 * cost; in memory, some words for each symbol. What summaries cost depends on how many threads,
 * locks and variables are in a rule, which can be as many as it has events. Not thread-safe.
 */
final class Allowance {
  /**
   * What summaries may cost.
   *
   * @param few rules of at most this many events have no summary
   * @param leastSteps of the summary of any rule, in addition
   * @param events of a rule for each word of its summary, once half of the space is used up
   */
  record Rates(
      int few,
      long steps,
      long stepsOfRule,
      long leastSteps,
      long words,
      long events,
      long wordsOfSymbol,
      long leastWords) {
    private static final int MUCH = 1 << 20;

    /* In the engine that takes a trace event by event, an event costs as much as ten to twenty
     * steps, or as the appending of that many words. All summaries together take no longer than half
     * of the events then. A single one may, since a rule occurs several times. */
    static final Rates USUAL = new Rates(16, 4, 16, 2048, 2, 16, 8, 1 << 21);

    /** Any summary of several events, whatever it costs. */
    static final Rates UNBOUNDED = new Rates(1, MUCH, MUCH, MUCH, MUCH, 0, MUCH, MUCH);
  }

  private static final long WORDS_OF_OBJECTS = 48; // of a summary, for its arrays

  private final Rates rates;
  private final long space; // in words
  private long steps; // that are left
  private long looks; // for races in summaries that are not appended, then, in words
  private long granted; // words

  /** The usual allowance for a grammar. */
  Allowance(Grammar grammar) {
    this(grammar, Rates.USUAL);
  }

  Allowance(Grammar grammar, Rates rates) {
    this.rates = rates;
    steps = rates.steps * grammar.events();
    looks = rates.words * grammar.events();
    space = rates.leastWords + rates.wordsOfSymbol * grammar.size();
  }

  /** Whether a rule with a number of events may have a summary. */
  boolean admits(long events) {
    return events > rates.few && steps > 0 && granted + WORDS_OF_OBJECTS < space;
  }

  /** How many steps the summary of a rule with a number of events may take. */
  long steps(long events) {
    return Math.min(steps, rates.leastSteps + rates.stepsOfRule * events);
  }

  /** Whether a stretch is small enough to continue. */
  boolean isWithin(Stretch<?> stretch) {
    return stretch.space() <= space;
  }

  void spend(long stepsTaken) {
    steps -= stepsTaken;
  }

  /** Whether a summary of a number of words is faster to append than a number of events. */
  boolean isShort(long events, long words) {
    return words <= rates.words * events;
  }

  /** Whether the summary of a rule may be kept. */
  boolean grants(long events, long words) {
    long all = granted + words + WORDS_OF_OBJECTS;
    boolean isWorth = all > space / 2 ? words * rates.events <= events : isShort(events, words);
    if (!isWorth || all > space) {
      return false;
    }
    granted = all;
    return true;
  }

  /** How many words were granted. */
  long granted() {
    return granted;
  }

  /** Whether a summary may be searched for races. */
  boolean isLeftForRaces() {
    return looks > 0;
  }

  /** Spends words on a summary with a race. */
  void spendOnRaces(long words) {
    looks -= words;
  }
}
