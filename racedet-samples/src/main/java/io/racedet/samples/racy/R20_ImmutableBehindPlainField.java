package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;

/**
 * An immutable object published through a plain field. Its final fields are safe to read, but the
 * reference is not: a reader may continue to see the old one.
 */
public final class R20_ImmutableBehindPlainField implements TwoThreads {
  private Config config = new Config(1, "old");
  private int seen;

  @Override
  public void first() {
    config = new Config(2, "new"); // race: config
  }

  @Override
  public void second() {
    Config current = config; // race: config
    seen = current.size + current.name.length(); // final fields: no race
  }

  private static final class Config {
    private final int size;
    private final String name;

    Config(int size, String name) {
      this.size = size;
      this.name = name;
    }
  }
}
