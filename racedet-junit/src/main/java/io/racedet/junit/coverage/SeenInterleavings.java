package io.racedet.junit.coverage;

import io.racedet.runtime.schedule.SeedBits;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;

/** The interleavings that the repetitions of a test have shown so far. Not thread-safe. */
public final class SeenInterleavings {
  /** After so many repetitions in a row that show nothing new, more are useless. */
  static final int MAX_WITHOUT_NEWS = 50;

  /** The same once it is known that the test fails. */
  static final int MAX_WITHOUT_NEWS_OF_FAILED = 10;

  private static final int MAX_TRIES = 2;

  private final LongOpenHashSet orders = new LongOpenHashSet();
  private final LongOpenHashSet pairs = new LongOpenHashSet();

  /* Points of INSTRUCTION, as in its seeds. */
  private final IntOpenHashSet writers = new IntOpenHashSet();
  private final IntOpenHashSet covered = new IntOpenHashSet();

  /** By point, how often threads were held there. */
  private final Int2IntOpenHashMap chosen = new Int2IntOpenHashMap();

  private int repetitions;
  private int withoutNews;
  private int longest;

  /**
   * Adds the interleaving of a repetition; returns how much is new: 0 for nothing, 1 for an order
   * of synchronisation, 2 for a pair of conflicting operations in an order in which they have not
   * been seen.
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
    for (int writer : seen.writers()) {
      writers.add(before(writer));
    }
    for (int covering : seen.covering()) {
      covered.add(before(covering) | SeedBits.COVERED_MASK);
    }
    boolean isNewOrder = orders.add(seen.order());
    int news = isNewPair ? 2 : isNewOrder ? 1 : 0;
    withoutNews = news == 0 ? withoutNews + 1 : 0;
    return news;
  }

  /**
   * Whether the last repetitions have shown nothing new, so that more of the same are useless: true
   * after a number of repetitions in a row.
   */
  public boolean isExhausted() {
    return withoutNews >= MAX_WITHOUT_NEWS;
  }

  /** The same, of a test that fails anyway: true after fewer repetitions. */
  public boolean isExhaustedOfFailed() {
    return withoutNews >= MAX_WITHOUT_NEWS_OF_FAILED;
  }

  /**
   * Returns the largest number of synchronisation operations in one repetition; 0 before the first
   * one.
   */
  public int longest() {
    return longest;
  }

  /**
   * Chooses an instruction before which threads may be held: the first one of a pair that has been
   * seen in one order only, one that writes or acquires, or any one of a pair; of these, one that
   * was chosen least often. A test that has few repetitions tries each of them before one again.
   * Returns it as in a seed of INSTRUCTION, 0 if no pair has been seen.
   */
  int late(long random) {
    int[] single = single();
    return switch ((int) random & 3) {
      case 0 -> chosen(single.length > 0 ? single : writers.toIntArray(), random >>> 2);
      case 1 -> chosen(any(), random >>> 2);
      default -> chosen(writers.toIntArray(), random >>> 2);
    };
  }

  /**
   * A point between an instruction and what it covers at which threads were held less than twice;
   * once may not do, as on a busy machine threads come late.
   */
  OptionalInt untriedCovered() {
    int[] points = covered.toIntArray();
    boolean areTried = Arrays.stream(points).allMatch(point -> chosen.get(point) >= MAX_TRIES);
    return areTried ? OptionalInt.empty() : OptionalInt.of(chosen(points, 0));
  }

  private int chosen(int[] points, long random) {
    int least = Arrays.stream(points).map(chosen::get).min().orElse(0);
    int[] rarest = Arrays.stream(points).filter(point -> chosen.get(point) == least).toArray();
    if (rarest.length == 0) {
      return 0;
    }
    Arrays.sort(rarest);
    int point = rarest[(int) Long.remainderUnsigned(random, rarest.length)];
    chosen.addTo(point, 1);
    return point;
  }

  private static int before(int hash) {
    return hash & SeedBits.HASH_MASK;
  }

  private int[] single() {
    IntOpenHashSet single = new IntOpenHashSet();
    for (long pair : pairs) {
      if (!pairs.contains(Long.rotateLeft(pair, 32))) {
        single.add(before((int) (pair >>> 32)));
      }
    }
    return single.toIntArray();
  }

  private int[] any() {
    IntOpenHashSet any = new IntOpenHashSet();
    for (long pair : pairs) {
      any.add(before((int) pair));
      any.add(before((int) (pair >>> 32)));
    }
    return any.toIntArray();
  }

  private int inBothOrders() {
    int both = 0;
    for (long pair : pairs) {
      both += pairs.contains(Long.rotateLeft(pair, 32)) ? 1 : 0;
    }
    return both;
  }

  /** Describes what was seen, for a report; empty if nothing is known. */
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
        isExhausted() ? text + "; nothing new in the last " + MAX_WITHOUT_NEWS : text);
  }
}
