package io.racedet.compressed.stretch;

import java.util.BitSet;

/**
 * The stretch that begins a trace. It reports the first race of each variable, and can tell whether
 * the events of a summary include such a race; if so, these events must be added one by one.
 *
 * <p>An event takes about as long as in the engine that takes a trace event by event, and the
 * memory is about the same.
 */
public interface Beginning<S> extends Growing<S> {
  /** Whether the events of the next stretch include the first race of a variable. */
  boolean racesIn(S next);

  /** {@inheritDoc} {@link #racesIn} must have been called for it, and have returned false. */
  @Override
  void append(S next);

  /**
   * Appends those variables of the next stretch that have no first race in it. Its events must be
   * added next, without the accesses to these variables. For traces without allocations.
   */
  BitSet appendRaceless(S next);
}
