package io.racedet.race;

/**
 * How well a race or a deadlock is proved.
 *
 * @param grade how well
 * @param witness the reordering that proves a {@link Grade#WITNESSED} one, else {@link
 *     Witness#NONE}
 * @param remark why a candidate is refuted, or why the search for a witness was inconclusive; else
 *     empty
 */
public record Proof(Grade grade, Witness witness, String remark) {
  /**
   * {@return a proof without a witness}
   *
   * @param grade how well it is proved
   * @param remark why it is refuted or not decided; may be empty
   */
  public static Proof of(Grade grade, String remark) {
    return new Proof(grade, Witness.NONE, remark);
  }

  /** {@return a copy with the grade {@link Grade#CONFIRMED} and without a remark} */
  public Proof confirmed() {
    return new Proof(Grade.CONFIRMED, witness, "");
  }
}
