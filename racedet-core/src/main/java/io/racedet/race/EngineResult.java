package io.racedet.race;

/** What an engine has found: a race or a deadlock. */
public sealed interface EngineResult permits Race, Deadlock {
  /**
   * Returns how often it was found at these locations.
   *
   * @return the number of pairs of accesses, or of patterns of requests
   */
  long count();

  /**
   * Returns how well it is proved.
   *
   * @return the proof
   */
  Proof proof();

  /**
   * Returns a copy with another proof.
   *
   * @param other how well it is proved
   * @return the same otherwise
   */
  EngineResult with(Proof other);

  /**
   * Returns how well it is proved.
   *
   * @return its grade
   */
  default Grade grade() {
    return proof().grade();
  }

  /**
   * Returns the reordering that proves it.
   *
   * @return {@link Witness#NONE} unless its grade is {@link Grade#WITNESSED}
   */
  default Witness witness() {
    return proof().witness();
  }

  /**
   * Returns why it is refuted, or why the search for a witness was inconclusive.
   *
   * @return empty if neither
   */
  default String remark() {
    return proof().remark();
  }
}
