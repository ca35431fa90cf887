package io.racedet.engine.compressed;

import io.racedet.engine.compressed.stretch.Stretch;
import io.racedet.grammar.Grammar;

/**
 * How much the summaries of the rules of a grammar may cost: in time, a fraction of what its events
 * cost; in memory, some words for each symbol. What summaries cost depends on how many threads,
 * locks and variables are in a rule, which can be as many as it has events. Not thread-safe.
 */
final class Allowance {
  /** Rules of at most this many events are faster to expand than to summarise. */
  private static final int FEW = 16;

  /* In the engine that takes a trace event by event, an event costs as much as ten to twenty steps,
   * or as the appending of that many words. All summaries together take no longer than half of the
   * events then. A single one may, since a rule occurs several times. */
  private static final long STEPS_AN_EVENT = 4;
  private static final long STEPS_AN_EVENT_OF_A_RULE = 16;
  private static final long LEAST_STEPS_OF_A_RULE = 2048;
  private static final long WORDS_AN_EVENT = 2;

  /* Once half the space is used up, the rest is for rules that save much. */
  private static final int EVENTS_A_WORD = 16;
  private static final long WORDS_A_SYMBOL = 8;
  private static final long LEAST_WORDS = 1 << 21;
  private static final long WORDS_OF_OBJECTS = 48; // of a summary, for its arrays

  private final int few;
  private final long space; // in words
  private final boolean isBounded;
  private long steps; // that are left
  private long looks; // for races in summaries that are not appended, then, in words
  private long granted; // words

  private Allowance(int few, boolean isBounded, long events, long size) {
    this.few = few;
    this.isBounded = isBounded;
    steps = STEPS_AN_EVENT * events;
    looks = WORDS_AN_EVENT * events;
    space = LEAST_WORDS + WORDS_A_SYMBOL * size;
  }

  /** The allowance for a grammar. */
  static Allowance of(Grammar grammar) {
    return new Allowance(FEW, true, grammar.events(), grammar.size());
  }

  /** Summaries of all rules that derive several events, whatever they cost. */
  static Allowance unbounded() {
    return new Allowance(1, false, 1, 0);
  }

  /** Whether a rule with a number of events may have a summary. */
  boolean admits(long events) {
    return events > few && (!isBounded || steps > 0 && granted + WORDS_OF_OBJECTS < space);
  }

  /** How many steps the summary of a rule with a number of events may take. */
  long steps(long events) {
    long most = LEAST_STEPS_OF_A_RULE + STEPS_AN_EVENT_OF_A_RULE * events;
    return isBounded ? Math.min(steps, most) : Long.MAX_VALUE;
  }

  /** Whether a stretch is small enough to continue. */
  boolean isWithin(Stretch<?> stretch) {
    return !isBounded || stretch.space() <= space;
  }

  void spend(long stepsTaken) {
    steps -= stepsTaken;
  }

  /** Whether a summary of a number of words is faster to append than a number of events. */
  boolean isShort(long events, long words) {
    return words <= WORDS_AN_EVENT * events;
  }

  /** Whether the summary of a rule may be kept. */
  boolean grants(long events, long words) {
    long all = granted + words + WORDS_OF_OBJECTS;
    boolean isWorth = all > space / 2 ? words <= events / EVENTS_A_WORD : isShort(events, words);
    if (isBounded && (!isWorth || all > space)) {
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
    return looks > 0 || !isBounded;
  }

  /** Spends words on a summary with a race. */
  void spendOnRaces(long words) {
    looks -= words;
  }
}
