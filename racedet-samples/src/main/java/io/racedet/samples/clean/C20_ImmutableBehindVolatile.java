package io.racedet.samples.clean;

import io.racedet.samples.TwoThreads;

/** An immutable object published through a volatile field. */
public final class C20_ImmutableBehindVolatile implements TwoThreads {
  private volatile Config config = new Config(1, "old"); // shared: config
  private int seen;

  @Override
  public void first() {
    config = new Config(2, "new");
  }

  @Override
  public void second() {
    Config current = config;
    seen = current.size + current.name.length();
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
