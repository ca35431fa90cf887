package io.racedet.proof;

import io.racedet.race.Grade;
import io.racedet.race.Limit;
import io.racedet.race.Proof;

/**
 * The result of the searches for one race or deadlock.
 *
 * @param claim what it is about, null if it is about all that was claimed
 * @param limit the limit because of which the search was inconclusive, otherwise null
 */
record Decision<C extends Claim>(Proof proof, C claim, Limit limit) {
  /** The result before any search. */
  static <C extends Claim> Decision<C> unknown() {
    return undecided(null, "", null);
  }

  static <C extends Claim> Decision<C> undecided(C claim, String remark, Limit limit) {
    return new Decision<>(Proof.of(Grade.PREDICTED, remark), claim, limit);
  }

  Grade grade() {
    return proof.grade();
  }
}
