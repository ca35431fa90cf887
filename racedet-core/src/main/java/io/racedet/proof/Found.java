package io.racedet.proof;

import io.racedet.race.Grade;
import io.racedet.race.Proof;
import io.racedet.race.Race;
import java.util.ArrayList;
import java.util.List;

/** The state of one race: the first pair of the best grade, and the number of pairs. */
final class Found {
  /** How many pairs of two locations are tried; the others stay undecided. */
  static final int MAX_TRIED = 32;

  private static final Proof OBSERVED = Proof.of(Grade.OBSERVED, "");

  final long[] pairs; // by engine
  Candidate best; // null before the first pair
  Race named; // the best pair, where the meaning of its ids may change
  List<Candidate> nearest = List.of(); // by distance, where witnesses are searched
  boolean isTooMany; // whether some pairs are not kept
  Decision<Candidate> decision = Decision.unknown();

  Found(int engines) {
    pairs = new long[engines];
  }

  /** The largest count of an engine: engines may find the same pairs, so counts cannot be added. */
  long count() {
    long most = 0;
    for (long count : pairs) {
      most = Math.max(most, count);
    }
    return most;
  }

  Proof proof() {
    return best.ordered() ? decision.proof() : OBSERVED;
  }

  Grade grade() {
    return proof().grade();
  }

  /** Whether a pair is to be tried: none once the race is observed. */
  boolean isToBeTried(boolean ordered) {
    return ordered && (best == null || best.ordered());
  }

  /** Whether a pair is among the nearest so far. */
  boolean isNear(long distance) {
    return nearest.size() < MAX_TRIED || distance < nearest.get(MAX_TRIED - 1).distance();
  }

  /** Keeps a pair among the nearest, unless it is already there. */
  void keep(Candidate pair) {
    if (nearest.isEmpty()) {
      nearest = new ArrayList<>();
    }
    if (nearest.stream().anyMatch(pair::isSame)) {
      return;
    }
    int at = nearest.size();
    while (at > 0 && nearest.get(at - 1).distance() > pair.distance()) {
      at--;
    }
    nearest.add(at, pair);
    if (nearest.size() > MAX_TRIED) {
      nearest.remove(MAX_TRIED);
      isTooMany = true;
    }
  }
}
