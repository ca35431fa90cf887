package io.racedet.engine;

/**
 * What an engine claims, as data.
 *
 * @param name the name by which it is chosen
 * @param relation the order whose absence makes a race
 * @param passes 1 when races are reported as events arrive, 2 when some come at the end
 * @param soundness which of its races are real
 * @param complete whether every race that a reordering of the trace can show is among its races, if
 *     all reads see the writes that they saw and the trace has no sync operations
 * @param exactness how it relates to the relation's closure
 * @param time bound for n events of T threads
 * @param space bound beyond the names
 * @param source where the algorithm is from
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
   * Makes the properties of an engine that is not complete.
   *
   * @param name the name by which it is chosen
   * @param relation the order whose absence makes a race
   * @param passes 1 or 2
   * @param soundness which of its races are real
   * @param exactness how it relates to the relation's closure
   * @param time bound for n events of T threads
   * @param space bound beyond the names
   * @param source where the algorithm is from
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

  /** How the races of an engine relate to those of its relation. */
  public enum Exactness {
    /** For each access exactly whether it races, and with the last access of which threads. */
    ALL_ACCESSES,
    /** Exact up to and including the first race on each variable. */
    FIRST_RACE_OF_VARIABLE,
    /** Exactly the variables that break the rule, each with the access that completes it. */
    VARIABLES,
    /**
     * Of accesses that follow on each other: a write and the next one, a read between and either.
     */
    SUCCESSIVE_PAIRS,
    /** Exactly the pairs. */
    ALL_PAIRS,
    /** Some of the pairs. */
    SUBSET
  }
}
