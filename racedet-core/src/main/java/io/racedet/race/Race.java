package io.racedet.race;

/**
 * Two conflicting accesses that no order of the engine's relation separates.
 *
 * @param engine name of the engine that reported it first
 * @param variable name of the variable
 * @param kind how they conflict
 * @param grade how well it is proved
 * @param first the earlier access in the trace, or {@link Access#UNKNOWN} where a lockset engine
 *     sees a violation without a conflicting access before it
 * @param second the later one
 * @param count how many pairs of this variable's accesses fell on these two locations
 * @param witness a reordering that proves a {@link Grade#WITNESSED} race, else {@link Witness#NONE}
 * @param remark why a candidate is refuted, or why it is not decided although it was searched for a
 *     witness; else empty
 */
public record Race(
    String engine,
    String variable,
    RaceKind kind,
    Grade grade,
    Access first,
    Access second,
    long count,
    Witness witness,
    String remark) {
  /**
   * Makes a race without a witness.
   *
   * @param engine name of the engine
   * @param variable name of the variable
   * @param kind how the accesses conflict
   * @param grade how well it is proved
   * @param first the earlier access
   * @param second the later one
   * @param count how many pairs of accesses it stands for
   */
  public Race(
      String engine,
      String variable,
      RaceKind kind,
      Grade grade,
      Access first,
      Access second,
      long count) {
    this(engine, variable, kind, grade, first, second, count, Witness.NONE, "");
  }
}
