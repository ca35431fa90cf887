package io.racedet;

/**
 * An engine's report on a trace, with its cost.
 *
 * @param engine the engine's name
 * @param report what it found; its events are those that the engine processed
 * @param complete whether it processed the whole trace; otherwise it was stopped
 * @param nanos its run time in nanoseconds, without the reading of the trace; 0 if not measured
 * @param retainedBytes memory retained by its state at the end of the trace, measured by releasing
 *     it; 0 if not measured or too small to measure
 */
public record MeasuredReport(
    String engine, RaceReport report, boolean complete, long nanos, long retainedBytes) {}
