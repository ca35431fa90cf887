package io.racedet.engine.compressed;

import java.util.BitSet;

/**
 * What an analysis knows of a stretch of a trace, which grows by single events, and by summaries of
 * the stretches that follow it.
 *
 * <p>A stretch that begins the trace reports the first race of each variable, and can say whether
 * one would be among the events of a summary; if so, these must come one by one.
 *
 * @param <S> the summaries
 */
public interface Stretch<S> {
  /**
   * Takes the next event.
   *
   * @param time its position in the stretch, from 1; all times beyond the last one are next
   */
  void event(long word, long time, long detail);

  /**
   * Takes an access that is part of no race in its place.
   *
   * @param time its position
   */
  void pass(long time);

  /** Whether the first race of a variable is among the events of a stretch that comes next. */
  boolean racesIn(S next);

  /**
   * Takes of a stretch that comes next the variables that have no first race in it. Its events must
   * come next, without the accesses of these variables. For traces without allocations.
   *
   * @return the other variables
   */
  BitSet appendRaceless(S next);

  /** Takes a stretch; one that begins the trace was asked before whether there is a race in it. */
  void append(S next);

  /** What the stretch comes to. */
  S summary();

  /** Starts anew with an empty stretch. */
  void clear();
}
