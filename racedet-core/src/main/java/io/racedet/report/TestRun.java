package io.racedet.report;

import java.util.List;

/**
 * A test that was checked, or a trace that was analysed.
 *
 * @param id names it in the report: the unique id of a test, the name of a trace file
 * @param name how a reader sees it
 * @param className the class that the test is written in; empty for a trace
 * @param outcome how it ended
 * @param repetitions how often it was run
 * @param events how many events were recorded in all repetitions
 * @param seed the seed that repeats all of it; empty where there is none
 * @param engines the engines that looked for races
 * @param traces files of recorded traces, relative to the folder of the report
 * @param warnings what a reader should know
 * @param dropped how many events of a trace were left out because they were not well formed
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
    long dropped) {
  /**
   * Keeps its own copies of the lists.
   *
   * @param id names it in the report
   * @param name how a reader sees it
   * @param className the class that the test is written in
   * @param outcome how it ended
   * @param repetitions how often it was run
   * @param events how many events were recorded
   * @param seed the seed that repeats all of it
   * @param engines the engines that looked for races
   * @param traces files of recorded traces
   * @param warnings what a reader should know
   * @param dropped how many events were left out
   */
  public TestRun {
    engines = List.copyOf(engines);
    traces = List.copyOf(traces);
    warnings = List.copyOf(warnings);
  }

  /**
   * Makes a test of which no event was left out.
   *
   * @param id names it in the report
   * @param name how a reader sees it
   * @param className the class that the test is written in
   * @param outcome how it ended
   * @param repetitions how often it was run
   * @param events how many events were recorded
   * @param seed the seed that repeats all of it
   * @param engines the engines that looked for races
   * @param traces files of recorded traces
   * @param warnings what a reader should know
   */
  public TestRun(
      String id,
      String name,
      String className,
      Outcome outcome,
      int repetitions,
      long events,
      String seed,
      List<String> engines,
      List<String> traces,
      List<String> warnings) {
    this(id, name, className, outcome, repetitions, events, seed, engines, traces, warnings, 0);
  }
}
