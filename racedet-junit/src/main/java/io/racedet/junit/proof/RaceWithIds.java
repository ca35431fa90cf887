package io.racedet.junit.proof;

import io.racedet.race.Grade;
import io.racedet.race.Proof;
import io.racedet.race.Race;
import io.racedet.race.RaceIds;

/** A race with the ids of its accesses. */
public record RaceWithIds(Race race, RaceIds ids) {
  /** Proved by a witness of the same accesses. */
  RaceWithIds provedBy(Race proof) {
    return new RaceWithIds(race.with(proof.proof()), ids);
  }

  /** With the number of pairs of another race of the same locations. */
  RaceWithIds counted(long count) {
    return new RaceWithIds(race.counted(count), ids);
  }

  /** Not proved, and why. */
  RaceWithIds unproved(String why) {
    Proof none = Proof.of(Grade.PREDICTED, "no witness was found: " + why);
    return new RaceWithIds(race.with(none), ids);
  }
}
