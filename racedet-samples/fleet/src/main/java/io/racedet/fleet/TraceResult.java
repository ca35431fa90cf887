package io.racedet.fleet;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * What came of a trace.
 *
 * @param input the trace
 * @param report the report on the trace without its races, see {@link Reports}
 * @param races its races
 * @param problems why the result is not complete, a line for each: the file cannot be read, an
 *     engine has failed
 * @param damage why the file could not be read to its end; empty if it could
 */
record TraceResult(
    TraceInput input,
    byte[] report,
    Map<RaceId, SeenRace> races,
    List<String> problems,
    String damage)
    implements Serializable {}
