package io.racedet.junit.report;

import io.racedet.race.Race;

/**
 * A race with all that its report tells.
 *
 * @param race the race
 * @param variable the variable, for example {@code Account.balance}, {@code array int[10][3]} or
 *     {@code HashMap contents}
 * @param origin where the object comes from, for example {@code allocated at ...}; empty when
 *     unknown or static
 * @param first the earlier access
 * @param second the later access
 */
public record RaceStory(Race race, String variable, String origin, Side first, Side second) {}
