package io.racedet;

/**
 * What an engine made of a trace, and what that took.
 *
 * @param engine the engine's name
 * @param report what it found; its events are those that the engine took
 * @param complete whether it took the whole trace; otherwise it was stopped
 * @param nanos time that it was at work, in nanoseconds, the reading of the trace not included; 0
 *     if not measured
 * @param retainedBytes memory that its state took at the end of the trace, by the difference that
 *     letting go of it made after a garbage collection; 0 if not measured or too little to tell
 */
public record MeasuredReport(
    String engine, RaceReport report, boolean complete, long nanos, long retainedBytes) {}
