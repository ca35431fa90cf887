package io.racedet.race;

/**
 * The dense ids of a race, for producers that know more about events than their names.
 *
 * @param first the earlier access
 * @param second the later one
 */
public record RaceIds(AccessIds first, AccessIds second) {}
