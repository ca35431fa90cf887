package io.racedet.race;

/**
 * A race: two conflicting accesses that the relation of an engine leaves unordered.
 *
 * @param engine name of the engine that reported it first
 * @param variable name of the variable
 * @param kind how they conflict
 * @param grade how well it is proved
 * @param first the earlier access in the trace, or {@link Access#UNKNOWN} where a lockset engine
 *     reports a violation without an earlier conflicting access
 * @param second the later one
 * @param count number of pairs of accesses to this variable at these two locations
 * @param witness the reordering that proves a {@link Grade#WITNESSED} race, else {@link
 *     Witness#NONE}
 * @param remark why a candidate is refuted, or why the search for a witness was inconclusive; else
 *     empty
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
   * Creates a race without a witness.
   *
   * @param engine name of the engine
   * @param variable name of the variable
   * @param kind how the accesses conflict
   * @param grade how well it is proved
   * @param first the earlier access
   * @param second the later one
   * @param count number of pairs of accesses
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
