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
   * @param firstIndex 1-based position of the earlier access in the trace, 0 when the engine has
   *     none
   * @param firstDetail a {@link AccessContext}
   * @param secondIndex position of the later access
   * @param secondDetail a {@link AccessContext}
   */
  void race(
      int variable,
      RaceKind kind,
      boolean ordered,
      long firstIndex,
      long firstDetail,
      long secondIndex,
      long secondDetail);
}
