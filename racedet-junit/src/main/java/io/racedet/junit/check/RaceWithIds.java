package io.racedet.junit.check;

import io.racedet.race.Race;
import io.racedet.race.RaceIds;

/** A race with the ids of its accesses. */
record RaceWithIds(Race race, RaceIds ids) {}
