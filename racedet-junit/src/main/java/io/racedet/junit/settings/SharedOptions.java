package io.racedet.junit.settings;

import java.util.List;
import java.util.function.LongSupplier;

/** The options of many tests with the same settings, read once. Thread-safe if its seeds are. */
public final class SharedOptions {
  private final Options read;
  private final boolean hasSeed;
  private final LongSupplier freshSeed;

  private SharedOptions(Options read, boolean hasSeed, LongSupplier freshSeed) {
    this.read = read;
    this.hasSeed = hasSeed;
    this.freshSeed = freshSeed;
  }

  /**
   * Reads the options.
   *
   * @param sources the first that sets an attribute takes precedence
   * @throws IllegalArgumentException if a value is invalid
   */
  public static SharedOptions read(List<Settings> sources, LongSupplier freshSeed) {
    boolean hasSeed = sources.stream().anyMatch(source -> source.value("seed").isPresent());
    return new SharedOptions(new OptionsReader(sources, freshSeed).read(), hasSeed, freshSeed);
  }

  /** The options of the next test, with a seed of its own unless the settings give one. */
  public Options next() {
    return !hasSeed && read.plan() instanceof Plan.Rotation rotation
        ? read.with(new Plan.Rotation(rotation.schedules(), freshSeed.getAsLong()))
        : read;
  }
}
