package io.racedet.junit.extension;

import io.racedet.junit.check.Repetition;
import java.util.Map;
import java.util.Optional;

/** What the extension of an inner run knows about the repetition that it is part of. */
final class InnerRepetition {
  private final Repetition repetition;
  private final Map<Class<?>, Object> sharedInstances;
  private final StaticTempDirs tempDirs;

  /**
   * @param sharedInstances the outer run's instances of classes with the lifecycle PER_CLASS
   * @param tempDirs the outer run's temporary directories in static fields
   */
  InnerRepetition(
      Repetition repetition, Map<Class<?>, Object> sharedInstances, StaticTempDirs tempDirs) {
    this.repetition = repetition;
    this.sharedInstances = Map.copyOf(sharedInstances);
    this.tempDirs = tempDirs;
  }

  <T> Optional<T> sharedInstance(Class<T> type) {
    return Optional.ofNullable(sharedInstances.get(type)).map(type::cast);
  }

  /** Called before the first code of the test. */
  void begin() {
    repetition.begin();
  }

  /** Called after the class-level callbacks. */
  void beforeEach() {
    tempDirs.restore();
    begin();
  }

  /** Called after the last code of the test. */
  void end() {
    repetition.end();
  }
}
