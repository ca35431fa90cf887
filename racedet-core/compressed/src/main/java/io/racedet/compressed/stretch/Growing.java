package io.racedet.compressed.stretch;

/**
 * The state of an analysis after a part of a trace, which grows by single events and by summaries
 * of the parts that follow.
 */
public interface Growing<S> {
  /**
   * Adds the next event.
   *
   * @param time its position in the part, from 1; positions may be skipped
   */
  void event(long word, long time, long detail);

  /** Skips an access that is not part of a race. */
  void pass(long time);

  /** Appends the next part. */
  void append(S next);
}
