package io.racedet.race;

/**
 * A race: two conflicting accesses that the relation of an engine leaves unordered.
 *
 * @param engine name of the engine that reported it first
 * @param variable name of the variable
 * @param kind how they conflict
 * @param first the earlier access in the trace, or {@link Access#UNKNOWN} where a lockset engine
 *     reports a violation without an earlier conflicting access
 * @param second the later one
 * @param count number of pairs of accesses to this variable at these two locations
 * @param proof how well it is proved
 */
public record Race(
    String engine,
    String variable,
    RaceKind kind,
    Access first,
    Access second,
    long count,
    Proof proof)
    implements EngineResult {
  @Override
  public Race with(Proof other) {
    return new Race(engine, variable, kind, first, second, count, other);
  }

  /**
   * {@return a copy with another number of pairs}
   *
   * @param pairs how many
   */
  public Race counted(long pairs) {
    return new Race(engine, variable, kind, first, second, pairs, proof);
  }
}
