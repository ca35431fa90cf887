package io.racedet.report;

import io.racedet.race.Grade;
import io.racedet.race.Proof;

/**
 * How well a finding is proved, and by what.
 *
 * @param grade how well it is proved
 * @param why why it is a race or a deadlock, as text, one line for each paragraph
 * @param remark why it is refuted, or undecided after a search for a witness; otherwise empty
 * @param fix what to do about it, as text; empty when nothing better is known than to order the
 *     accesses, or to take the locks in one order
 * @param witness the order of events that proves it
 */
public record Evidence(Grade grade, String why, String remark, String fix, WitnessOrder witness) {
  /**
   * {@return the proof of an engine as evidence, without the indices of all events of its witness}
   *
   * @param proof the proof
   * @param why why it is a race or a deadlock
   */
  public static Evidence of(Proof proof, String why) {
    return new Evidence(proof.grade(), why, proof.remark(), "", WitnessOrder.of(proof.witness()));
  }

  /** {@return a copy with the grade {@link Grade#CONFIRMED} and without a remark} */
  public Evidence confirmed() {
    return new Evidence(Grade.CONFIRMED, why, "", fix, witness);
  }

  /**
   * {@return a copy with another reason}
   *
   * @param reason why it is a race or a deadlock
   */
  public Evidence because(String reason) {
    return new Evidence(grade, reason, remark, fix, witness);
  }

  /**
   * {@return a copy with other advice}
   *
   * @param advice what to do about it
   */
  public Evidence fixedBy(String advice) {
    return new Evidence(grade, why, remark, advice, witness);
  }

  /**
   * {@return a copy with another form of the witness}
   *
   * @param order the order of events that proves the finding
   */
  public Evidence by(WitnessOrder order) {
    return new Evidence(grade, why, remark, fix, order);
  }
}
