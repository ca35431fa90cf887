package io.racedet.junit.baseline;

import io.racedet.report.RaceKey;

/**
 * A race that a baseline accepts.
 *
 * @param key identifies the race
 * @param reason why it is accepted
 * @param line its line in the file, from 1
 */
public record AcceptedRace(RaceKey key, String reason, int line) {}
