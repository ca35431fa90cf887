package io.racedet.proof;

import io.racedet.race.Grade;
import io.racedet.race.Limit;
import io.racedet.race.Witness;

/**
 * The result of the searches for one race or deadlock.
 *
 * @param grade PREDICTED, WITNESSED or REFUTED
 * @param claim what it is about, null if it is about all that was claimed
 * @param remark why it is refuted, or why the search was inconclusive
 * @param limit the limit because of which the search was inconclusive, otherwise null
 */
record Proof<C extends Claim>(Grade grade, C claim, Witness witness, String remark, Limit limit) {
  /** The result before any search. */
  static <C extends Claim> Proof<C> unknown() {
    return new Proof<>(Grade.PREDICTED, null, Witness.NONE, "", null);
  }

  static <C extends Claim> Proof<C> undecided(C claim, String remark, Limit limit) {
    return new Proof<>(Grade.PREDICTED, claim, Witness.NONE, remark, limit);
  }
}
