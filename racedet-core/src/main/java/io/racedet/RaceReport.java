package io.racedet;

import io.racedet.proof.RaceCollector;
import io.racedet.race.AnalysisFailure;
import io.racedet.race.ProofStep;
import io.racedet.race.Race;
import io.racedet.race.ReachedLimit;
import io.racedet.report.ReportedRace;
import io.racedet.report.text.RaceText;
import io.racedet.report.text.ScheduleText;
import io.racedet.run.RaceRun;
import java.util.List;
import java.util.stream.Stream;

/**
 * What engines found in a trace.
 *
 * @param races the races, sorted by the index of the later access, then of the earlier one
 * @param refuted refuted candidates, in the same order; empty if no witnesses are searched
 * @param events how many events the trace had
 * @param dropped how many events a lenient feed left out because they were not well formed
 * @param limits the limits that took effect: why races may be missing, or not decided
 * @param errors what is wrong with racedet itself, so that races may not be decided; empty unless
 *     it has a defect
 * @param failures the engines that have failed, of which the races before that are among the races,
 *     and the listener of a feed if it has failed
 * @param steps what the steps of the search for witnesses have decided, and their costs; empty if
 *     no pair was searched
 */
public record RaceReport(
    List<Race> races,
    List<Race> refuted,
    long events,
    long dropped,
    List<ReachedLimit> limits,
    List<String> errors,
    List<AnalysisFailure> failures,
    List<ProofStep> steps) {
  private static final String INTERNAL_ERROR = "INTERNAL ERROR: ";

  /**
   * Keeps its own copies of the lists.
   *
   * @param races the races
   * @param refuted refuted candidates
   * @param events how many events the trace had
   * @param dropped how many events were left out
   * @param limits the limits that took effect
   * @param errors what is wrong with racedet itself
   * @param failures what has failed
   * @param steps the steps of the search for witnesses
   */
  public RaceReport {
    races = List.copyOf(races);
    refuted = List.copyOf(refuted);
    limits = List.copyOf(limits);
    errors = List.copyOf(errors);
    failures = List.copyOf(failures);
    steps = List.copyOf(steps);
  }

  /**
   * Makes a report without the costs of the search for witnesses.
   *
   * @param races the races
   * @param refuted refuted candidates
   * @param events how many events the trace had
   * @param dropped how many events were left out
   * @param limits the limits that took effect
   * @param errors what is wrong with racedet itself
   * @param failures what has failed
   */
  public RaceReport(
      List<Race> races,
      List<Race> refuted,
      long events,
      long dropped,
      List<ReachedLimit> limits,
      List<String> errors,
      List<AnalysisFailure> failures) {
    this(races, refuted, events, dropped, limits, errors, failures, List.of());
  }

  /**
   * Makes a report of a trace in which no limit took effect and nothing failed.
   *
   * @param races the races
   * @param refuted refuted candidates
   * @param events how many events the trace had
   * @param dropped how many events were left out
   */
  public RaceReport(List<Race> races, List<Race> refuted, long events, long dropped) {
    this(races, refuted, events, dropped, List.of(), List.of(), List.of());
  }

  /**
   * Makes a report without refuted candidates.
   *
   * @param races the races
   * @param events how many events the trace had
   * @param dropped how many events were left out
   */
  public RaceReport(List<Race> races, long events, long dropped) {
    this(races, List.of(), events, dropped);
  }

  /** What a search has found so far. */
  static RaceReport of(RaceRun run, long events, long dropped) {
    RaceCollector found = run.collector();
    return new RaceReport(
        found.races(),
        found.refuted(),
        events,
        dropped,
        run.limits(),
        found.errors(),
        run.failures(),
        found.steps());
  }

  /**
   * Returns a copy without refuted candidates.
   *
   * @return the report
   */
  public RaceReport withoutRefuted() {
    return new RaceReport(races, List.of(), events, dropped, limits, errors, failures, steps);
  }

  /**
   * Returns a text: a paragraph for each race, a line with the counts, and {@link #notes}.
   *
   * @return lines that each end in a line feed
   */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Race race : races) {
      text.append(text(race)).append('\n');
    }
    text.append(summary()).append('\n');
    notes().forEach(note -> text.append(note).append('\n'));
    return text.toString();
  }

  /**
   * Returns what the reader must know of the report: {@link #problems}, and limits that took
   * effect.
   *
   * @return a line for each
   */
  public List<String> notes() {
    return Stream.concat(
            problems().stream(), limits.stream().map(limit -> "limit: " + limit.text()))
        .toList();
  }

  /**
   * Returns why the analysis is not complete: errors of racedet itself, and what has failed.
   *
   * @return a line for each
   */
  public List<String> problems() {
    return Stream.concat(
            errors.stream().map(error -> INTERNAL_ERROR + error),
            failures.stream().map(AnalysisFailure::text))
        .toList();
  }

  /**
   * Returns the counts.
   *
   * @return for example {@code 2 races in 1000 events}
   */
  public String summary() {
    return races.size()
        + (races.size() == 1 ? " race in " : " races in ")
        + events
        + (events == 1 ? " event" : " events")
        + (dropped > 0 ? "; " + dropped + " not well-formed, left out" : "");
  }

  /**
   * Returns the witness of a race as text: the two threads side by side, one line for each step.
   *
   * @param race a race with the grade {@link io.racedet.race.Grade#WITNESSED}
   * @return indented lines that each end in a line feed
   */
  public static String schedule(Race race) {
    return schedule(ReportedRace.of(race));
  }

  /**
   * Returns the witness of a reported race as text, as {@link #schedule(Race)} does.
   *
   * @param race a race with the grade {@link io.racedet.race.Grade#WITNESSED}
   * @return indented lines that each end in a line feed
   */
  public static String schedule(ReportedRace race) {
    StringBuilder text = new StringBuilder();
    new ScheduleText(race).appendTo(text);
    return text.toString();
  }

  /**
   * Returns a race as a paragraph of text.
   *
   * @param race the race
   * @return lines that each end in a line feed
   */
  public static String text(Race race) {
    return RaceText.of(ReportedRace.of(race));
  }
}
