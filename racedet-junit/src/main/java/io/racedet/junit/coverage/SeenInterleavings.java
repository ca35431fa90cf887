package io.racedet.junit.coverage;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Optional;

/** The interleavings that the repetitions of a test have shown so far. Not thread-safe. */
public final class SeenInterleavings {
  /** After so many repetitions in a row that show nothing new, more are useless. */
  static final int MOST_WITHOUT_NEWS = 50;

  private final LongOpenHashSet orders = new LongOpenHashSet();
  private final LongOpenHashSet pairs = new LongOpenHashSet();
  private int repetitions;
  private int withoutNews;
  private int longest;

  /** Creates the state before the first repetition. */
  public SeenInterleavings() {}

  /**
   * Adds the interleaving of a repetition.
   *
   * @param seen the interleaving
   * @return how much is new: 0 for nothing, 1 for an order of synchronisation, 2 for a pair of
   *     conflicting operations in an order in which they have not been seen
   */
  public int add(Interleaving seen) {
    if (!seen.isKnown()) {
      return 0;
    }
    repetitions++;
    longest = Math.max(longest, seen.syncs());
    boolean isNewPair = false;
    for (long pair : seen.pairs()) {
      isNewPair |= pairs.add(pair);
    }
    boolean isNewOrder = orders.add(seen.order());
    int news = isNewPair ? 2 : isNewOrder ? 1 : 0;
    withoutNews = news == 0 ? withoutNews + 1 : 0;
    return news;
  }

  /**
   * Whether the last repetitions have shown nothing new, so that more of the same are useless.
   *
   * @return true after a number of repetitions in a row
   */
  public boolean isExhausted() {
    return withoutNews >= MOST_WITHOUT_NEWS;
  }

  /**
   * Returns the largest number of synchronisation operations in one repetition.
   *
   * @return 0 before the first one
   */
  public int longest() {
    return longest;
  }

  /**
   * Chooses the first instruction of a pair of conflicting operations: one that has been seen in
   * this order only, if there is any.
   *
   * @param random decides which one
   * @return its hash, 0 if no pair has been seen
   */
  int early(long random) {
    LongArrayList single = new LongArrayList();
    for (long pair : pairs) {
      if (!pairs.contains(Long.rotateLeft(pair, 32))) {
        single.add(pair);
      }
    }
    LongArrayList choice = single.isEmpty() ? new LongArrayList(pairs) : single;
    if (choice.isEmpty()) {
      return 0;
    }
    choice.sort(null);
    return (int) (choice.getLong((int) Long.remainderUnsigned(random, choice.size())) >>> 32);
  }

  private int inBothOrders() {
    int both = 0;
    for (long pair : pairs) {
      both += pairs.contains(Long.rotateLeft(pair, 32)) ? 1 : 0;
    }
    return both;
  }

  /**
   * Describes what was seen, for a report.
   *
   * @return empty if nothing is known
   */
  public Optional<String> text() {
    if (repetitions == 0) {
      return Optional.empty();
    }
    String text =
        orders.size()
            + " orders of synchronisation in "
            + repetitions
            + " repetitions; "
            + pairs.size()
            + " ordered pairs of conflicting operations, "
            + inBothOrders()
            + " of them in both orders";
    return Optional.of(
        isExhausted() ? text + "; nothing new in the last " + MOST_WITHOUT_NEWS : text);
  }
}
