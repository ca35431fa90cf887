package io.racedet.compressed.stretch;

/** A stretch inside a trace, whatever comes before it. */
public interface Stretch<S> extends Growing<S> {
  /** The summary of the stretch. */
  S summary();

  /** The work since the stretch was cleared, in words and entries visited. */
  long steps();

  /** About how many words the stretch has; in constant time. */
  long space();

  /**
   * About how many words the summary has, which is also how long it takes to append it; at most
   * proportional to {@link #steps}.
   */
  long size();

  /** Resets to an empty stretch. */
  void clear();
}
