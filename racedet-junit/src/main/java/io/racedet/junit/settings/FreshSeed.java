package io.racedet.junit.settings;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/** Supplies random seeds of six to fifteen digits, short enough to copy. */
public final class FreshSeed implements LongSupplier {
  private final SplittableRandom random = new SplittableRandom();

  @Override
  public long getAsLong() {
    return random.nextLong(100_000, 1_000_000_000_000_000L);
  }
}
