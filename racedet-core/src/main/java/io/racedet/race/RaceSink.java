package io.racedet.race;

/** Receives the races that an engine finds. */
@FunctionalInterface
public interface RaceSink {
  /**
   * Receives a racing pair. The same pair of locations may be reported many times.
   *
   * @param variable the variable
   * @param kind how the accesses conflict
   * @param ordered whether happens-before orders them
   * @param firstIndex index of the earlier access in the trace, from 1; 0 if the engine has none
   * @param firstDetail the {@link AccessContext} word of the earlier access
   * @param secondIndex index of the later access
   * @param secondDetail the {@link AccessContext} word of the later access
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
