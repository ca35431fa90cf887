package io.racedet.race;

/**
 * Two conflicting accesses that no order of the engine's relation separates.
 *
 * @param engine name of the engine that reported it first
 * @param variable name of the variable
 * @param kind how they conflict
 * @param grade how well it is proved
 * @param first the earlier access in the trace, or {@link Access#UNKNOWN} where a lockset engine
 *     sees a violation without a conflicting access before it
 * @param second the later one
 * @param count how many pairs of this variable's accesses fell on these two locations
 */
public record Race(
    String engine,
    String variable,
    RaceKind kind,
    Grade grade,
    Access first,
    Access second,
    long count) {}
