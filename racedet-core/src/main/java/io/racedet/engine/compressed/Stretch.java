package io.racedet.engine.compressed;

import java.util.BitSet;

/**
 * The state of an analysis for a stretch of a trace, which grows by single events and by summaries
 * of the stretches that follow.
 *
 * <p>A stretch that begins the trace reports the first race of each variable, and can tell whether
 * the events of a summary include such a race; if so, these events must be added one by one.
 *
 * @param <S> the summaries
 */
public interface Stretch<S> {
  /**
   * Adds the next event.
   *
   * @param time its position in the stretch, from 1; positions may be skipped
   */
  void event(long word, long time, long detail);

  /**
   * Skips an access that is not part of a race.
   *
   * @param time its position
   */
  void pass(long time);

  /** Whether the events of the next stretch include the first race of a variable. */
  boolean racesIn(S next);

  /**
   * Appends those variables of the next stretch that have no first race in it. Its events must be
   * added next, without the accesses of these variables. For traces without allocations.
   *
   * @return the other variables
   */
  BitSet appendRaceless(S next);

  /**
   * Appends the next stretch; if this one begins the trace, {@link #racesIn} must have been called
   * for it.
   */
  void append(S next);

  /** The summary of the stretch. */
  S summary();

  /** Resets to an empty stretch. */
  void clear();
}
