package io.racedet.race;

import java.util.Locale;

/**
 * What a step of the search for proofs has decided, and what it cost.
 *
 * @param name what it does, for example {@code optimistic reversal}
 * @param pairs how many pairs of accesses it has decided
 * @param searched how many pairs were searched in all; 0 for work that decides none by itself
 * @param nanos how long it took, in nanoseconds, including pairs that it did not decide
 */
public record ProofStep(String name, long pairs, long searched, long nanos) {
  private static final double NANOS = 1e6; // in a millisecond

  /**
   * {@return the step as a line of text, for example {@code optimistic reversal: 3 of 40 pairs (7.5
   * %), 1.2 ms}}
   */
  public String text() {
    String time = String.format(Locale.ROOT, "%.1f ms", nanos / NANOS);
    if (searched == 0) {
      return name + ": " + time;
    }
    String share = String.format(Locale.ROOT, "%.1f %%", 100.0 * pairs / searched);
    String all = searched + (searched == 1 ? " pair" : " pairs");
    return name + ": " + pairs + " of " + all + " (" + share + "), " + time;
  }
}
