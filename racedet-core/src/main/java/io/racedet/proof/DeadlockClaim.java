package io.racedet.proof;

import io.racedet.engine.deadlock.DeadlockPattern;
import io.racedet.race.Witness;
import io.racedet.witness.Refutation;
import io.racedet.witness.Reordering;
import io.racedet.witness.SearchResult;
import io.racedet.witness.WitnessSearch;
import io.racedet.witness.checker.WitnessChecker;

/**
 * That threads can wait for each other's locks.
 *
 * @param pattern what the cycle of requests is one of
 * @param next indices of acquires, a cycle of which each one's thread holds what the next one
 *     requests for
 */
record DeadlockClaim(DeadlockPattern pattern, long[] next) implements Claim {
  @Override
  public boolean isKnown() {
    return true;
  }

  @Override
  public SearchResult search(WitnessSearch search) {
    return search.searchDeadlock(next);
  }

  @Override
  public boolean isProved(WitnessChecker checker, Reordering found) {
    return checker.acceptsDeadlock(found.recorded(), found.rest(), next);
  }

  @Override
  public Witness witness(WitnessSchedule schedules, Reordering found) {
    return schedules.witness(found, next);
  }

  @Override
  public String refutation(RefutationText texts, Refutation reason) {
    return texts.ofDeadlock(next, reason);
  }

  @Override
  public String othersLeft(int refuted) {
    return "the requests that were tried cannot deadlock in any reordering; others were not tried";
  }
}
