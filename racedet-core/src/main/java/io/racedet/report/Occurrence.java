package io.racedet.report;

/**
 * Where a race was found.
 *
 * @param test the {@link TestRun#id} of the test
 * @param repetition number of the repetition, from 1
 * @param seed the seed that replays it; empty if there is none
 * @param trace file of the recorded trace, relative to the folder of the report; empty if there is
 *     none
 */
public record Occurrence(String test, int repetition, String seed, String trace) {}
