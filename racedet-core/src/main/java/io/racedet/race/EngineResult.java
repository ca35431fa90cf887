package io.racedet.race;

/** What an engine has found: a race or a deadlock. */
public sealed interface EngineResult permits Race, Deadlock {
  /**
   * {@return how many times it was found at these locations: the number of pairs of accesses, or of
   * patterns of requests}
   */
  long count();

  /** {@return how well it is proved} */
  Proof proof();

  /**
   * {@return a copy with another proof}
   *
   * @param other how well it is proved
   */
  EngineResult with(Proof other);

  /** {@return how well it is proved} */
  default Grade grade() {
    return proof().grade();
  }

  /**
   * {@return the reordering that proves it, {@link Witness#NONE} unless its grade is {@link
   * Grade#WITNESSED}}
   */
  default Witness witness() {
    return proof().witness();
  }

  /**
   * {@return why it is refuted, or why the search for a witness was inconclusive; empty if neither}
   */
  default String remark() {
    return proof().remark();
  }
}
