package io.racedet.engine;

/**
 * The claims of an engine: relation, soundness, exactness, cost and source.
 *
 * @param name the name of the engine
 * @param relation the order whose absence makes a race
 * @param passes 1 when races are reported as events arrive, 2 when some are reported at the end
 * @param soundness which of its races are real
 * @param complete whether the engine reports every race that a correct reordering of the trace can
 *     show, provided that each read sees the same write as in the trace and that the trace has no
 *     sync operations
 * @param exactness which of the relation's races the engine reports
 * @param time time bound for n events of T threads
 * @param space space bound, names not counted
 * @param source publication of the algorithm
 */
public record EngineClaims(
    String name,
    String relation,
    int passes,
    Soundness soundness,
    boolean complete,
    Exactness exactness,
    String time,
    String space,
    String source) {

  /**
   * Creates the claims of an engine that is not complete.
   *
   * @param name the name of the engine
   * @param relation the order whose absence makes a race
   * @param passes 1 or 2
   * @param soundness which of its races are real
   * @param exactness which of the relation's races the engine reports
   * @param time time bound for n events of T threads
   * @param space space bound, names not counted
   * @param source publication of the algorithm
   */
  public EngineClaims(
      String name,
      String relation,
      int passes,
      Soundness soundness,
      Exactness exactness,
      String time,
      String space,
      String source) {
    this(name, relation, passes, soundness, false, exactness, time, space, source);
  }

  /** Which of an engine's races are real. */
  public enum Soundness {
    /** Every one. */
    EVERY_RACE,
    /** The first one of a trace. */
    FIRST_RACE,
    /** None is guaranteed. */
    UNSOUND
  }

  /** Which of the races of its relation an engine reports. */
  public enum Exactness {
    /** For each access, exactly whether it races, and with the last access of which threads. */
    ALL_ACCESSES,
    /** Exact up to and including the first race on each variable. */
    FIRST_RACE_OF_VARIABLE,
    /**
     * Exactly the variables that violate the discipline, each with the access that completes the
     * violation.
     */
    VARIABLES,
    /**
     * The races between successive accesses: a write and the next write, and a read between them
     * with either one.
     */
    SUCCESSIVE_PAIRS,
    /** Exactly the pairs. */
    ALL_PAIRS,
    /**
     * The first pair of each two groups of accesses. A group is the accesses to one variable by one
     * thread at one location, with one operation.
     */
    FIRST_PAIRS,
    /** Some of the pairs. */
    SUBSET,
    /**
     * Some of the pairs, and also pairs that the relation orders only through events that are no
     * longer kept.
     */
    APPROXIMATE
  }
}
