package io.racedet.engine.growth;

/**
 * What an engine took for a trace.
 *
 * @param operations method entries and rounds of loops
 * @param allocated bytes that were allocated
 * @param retained the most bytes that the engine referred to at one of several times
 * @param races how many races it reported
 */
public record Sample(long operations, long allocated, long retained, long races) {}
