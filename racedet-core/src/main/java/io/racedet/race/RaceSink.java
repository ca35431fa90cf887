package io.racedet.race;

/** Where an engine sends what it finds. */
@FunctionalInterface
public interface RaceSink {
  /**
   * Takes one racing pair. The same pair of locations may come many times.
   *
   * @param variable the variable
   * @param kind how the accesses conflict
   * @param ordered whether happens-before orders them
   * @param first the earlier access
   * @param second the later access
   */
  void race(int variable, RaceKind kind, boolean ordered, RacePoint first, RacePoint second);
}
