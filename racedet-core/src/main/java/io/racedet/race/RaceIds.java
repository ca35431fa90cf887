package io.racedet.race;

/**
 * The dense ids of a race, for producers of events that know more of them than names.
 *
 * @param first the earlier access
 * @param second the later one
 */
public record RaceIds(AccessIds first, AccessIds second) {}
