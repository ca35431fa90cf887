package io.racedet.junit.proof;

import io.racedet.race.Grade;
import io.racedet.race.Race;
import io.racedet.race.RaceIds;

/** A race with the ids of its accesses. */
public record RaceWithIds(Race race, RaceIds ids) {
  /** Proved by a witness of the same accesses. */
  RaceWithIds provedBy(Race proof) {
    return new RaceWithIds(copy(race.count(), proof.grade(), proof, proof.remark()), ids);
  }

  /** With the number of pairs of another race of the same locations. */
  RaceWithIds counted(long count) {
    return new RaceWithIds(copy(count, race.grade(), race, race.remark()), ids);
  }

  /** Not proved, and why. */
  RaceWithIds unproved(String why) {
    return new RaceWithIds(
        copy(race.count(), Grade.PREDICTED, race, "no witness was found: " + why), ids);
  }

  private Race copy(long count, Grade grade, Race proof, String remark) {
    return new Race(
        race.engine(),
        race.variable(),
        race.kind(),
        grade,
        race.first(),
        race.second(),
        count,
        proof.witness(),
        remark);
  }
}
