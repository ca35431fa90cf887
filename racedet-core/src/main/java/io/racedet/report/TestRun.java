package io.racedet.report;

import io.racedet.race.ReachedLimit;
import java.util.List;

/**
 * A test that was checked, or a trace that was analysed.
 *
 * @param id identifies it in the report: the unique id of a test, the name of a trace file
 * @param name its name in texts
 * @param className the class that contains the test; empty for a trace
 * @param outcome its outcome
 * @param repetitions how often it was run
 * @param events how many events were recorded in all repetitions
 * @param seed the seed that replays it; empty if there is none
 * @param engines the engines that looked for races
 * @param traces files of recorded traces, relative to the folder of the report
 * @param warnings warnings for the reader
 * @param dropped how many events of a trace were left out because they were not well formed
 * @param limits the limits that took effect: why races may be missing, or not decided
 */
public record TestRun(
    String id,
    String name,
    String className,
    Outcome outcome,
    int repetitions,
    long events,
    String seed,
    List<String> engines,
    List<String> traces,
    List<String> warnings,
    long dropped,
    List<ReachedLimit> limits) {
  /**
   * Keeps its own copies of the lists.
   *
   * @param id identifies it in the report
   * @param name its name in texts
   * @param className the class that contains the test
   * @param outcome its outcome
   * @param repetitions how often it was run
   * @param events how many events were recorded
   * @param seed the seed that replays it
   * @param engines the engines that looked for races
   * @param traces files of recorded traces
   * @param warnings warnings for the reader
   * @param dropped how many events were left out
   * @param limits the limits that took effect
   */
  public TestRun {
    engines = List.copyOf(engines);
    traces = List.copyOf(traces);
    warnings = List.copyOf(warnings);
    limits = List.copyOf(limits);
  }
}
