package io.racedet.junit.baseline;

import io.racedet.report.RaceKey;

/**
 * A race that somebody has accepted.
 *
 * @param key which race
 * @param reason why
 * @param line where the file says so, from 1
 */
public record AcceptedRace(RaceKey key, String reason, int line) {}
