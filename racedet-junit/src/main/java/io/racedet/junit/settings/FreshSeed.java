package io.racedet.junit.settings;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/** A seed that no other test has: six to fifteen digits, short enough to copy. */
public final class FreshSeed implements LongSupplier {
  private final SplittableRandom random = new SplittableRandom();

  /** Creates a source of seeds. */
  public FreshSeed() {}

  @Override
  public long getAsLong() {
    return random.nextLong(100_000, 1_000_000_000_000_000L);
  }
}
