package io.racedet.runtime.schedule;

/**
 * What the lowest bits of a seed say under some schedules, for who chooses seeds. Constants only,
 * so that nobody loads this class.
 */
public final class SeedBits {
  /** How many bits {@link #HASH_MASK} has. */
  public static final int HASH_BITS = 16;

  /** Of INSTRUCTION: bits of the hash of an instruction; all of them 0 for none. */
  public static final int HASH_MASK = (1 << HASH_BITS) - 1;

  /** Of INSTRUCTION: set if the point is not before the instruction, but before what it covers. */
  public static final int COVERED_MASK = 1 << HASH_BITS;

  private static final int LENGTH_BITS = 5;

  /** Of PRIORITY: the binary logarithm of the expected number of turns; 0 if it is not known. */
  public static final int LENGTH_MASK = (1 << LENGTH_BITS) - 1;

  /** Of PRIORITY: 0 where threads run before those that have started them. */
  public static final int STARTED_FIRST_MASK = 3 << LENGTH_BITS;

  private SeedBits() {}
}
