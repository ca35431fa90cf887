package io.racedet.race;

/**
 * One access of a pair that an engine reports, in dense ids.
 *
 * @param index 1-based position in the trace
 * @param context the thread with the locks that it held
 * @param location where in the source, or -1
 * @param atomic whether the access is atomic by itself
 */
public record RacePoint(long index, int context, int location, boolean atomic) {}
