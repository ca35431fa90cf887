package io.racedet.junit.settings;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

/** Supplies random seeds of six to fifteen digits, short enough to copy. Thread-safe. */
public final class FreshSeed implements LongSupplier {
  @Override
  public long getAsLong() {
    return ThreadLocalRandom.current().nextLong(100_000, 1_000_000_000_000_000L);
  }
}
