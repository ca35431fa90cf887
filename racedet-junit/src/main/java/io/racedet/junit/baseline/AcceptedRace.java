package io.racedet.junit.baseline;

import io.racedet.report.RaceKey;

/**
 * A race that a baseline accepts.
 *
 * @param line its line in the file, from 1
 */
public record AcceptedRace(RaceKey key, String reason, int line) {}
