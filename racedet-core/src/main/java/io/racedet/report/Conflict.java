package io.racedet.report;

import io.racedet.race.RaceKind;

/**
 * Two accesses to a variable, at least one of which writes.
 *
 * @param variable the variable
 * @param kind how the accesses conflict
 * @param first the earlier access, or {@link ReportedAccess#UNKNOWN}
 * @param second the later access
 */
public record Conflict(
    ReportedVariable variable, RaceKind kind, ReportedAccess first, ReportedAccess second) {}
