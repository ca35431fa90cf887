package io.racedet.runtime.schedule;

/** Tells whether a thread waits in a loop, from its hints that it spins. Not thread-safe. */
public final class SpinCounter {
  /** Rounds of such loops before a thread counts as spinning: some loops count their rounds. */
  public static final int FREE_SPINS = 20_000;

  /** Words that a round of a loop that waits for other threads records at most. */
  private static final int WORDS = 64;

  private long last; // the position of the thread's records at the last hint
  private int spins;

  /**
   * Counts a hint, at a position of the thread's records. True if something little was recorded
   * since the last hint, and so before many others of this recording.
   */
  public boolean count(long position) {
    long recorded = position - last;
    last = position;
    return recorded > 0 && recorded <= WORDS && ++spins > FREE_SPINS;
  }
}
