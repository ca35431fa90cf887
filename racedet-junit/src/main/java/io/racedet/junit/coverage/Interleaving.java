package io.racedet.junit.coverage;

/**
 * What is compared between the interleavings of two repetitions.
 *
 * @param order a hash of the order of synchronisation operations, 0 if it is not known
 * @param pairs pairs of conflicting operations of two threads, one right after the other among the
 *     operations on their variable or lock: the hash of the instruction of the first in the high
 *     half, that of the second in the low half
 * @param writers hashes of the instructions of these that write or acquire: of two in a row, that
 *     of the first
 * @param covering hashes of the instructions of these that cover other accesses: a thread does
 *     those without a record of them
 * @param syncs how many synchronisation operations there were
 */
public record Interleaving(long order, long[] pairs, int[] writers, int[] covering, int syncs) {
  /** That of a repetition of which nothing is known. */
  public static final Interleaving UNKNOWN =
      new Interleaving(0, new long[0], new int[0], new int[0], 0);

  /** Whether it was seen: false for {@link #UNKNOWN}. */
  public boolean isKnown() {
    return order != 0;
  }
}
