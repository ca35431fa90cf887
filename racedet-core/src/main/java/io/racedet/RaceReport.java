package io.racedet;

import io.racedet.proof.RaceCollector;
import io.racedet.race.AnalysisFailure;
import io.racedet.race.ProofStep;
import io.racedet.race.Race;
import io.racedet.race.ReachedLimit;
import io.racedet.run.RaceRun;
import java.util.List;

/**
 * What engines found in a trace.
 *
 * @param races the races, sorted by the index of the later access, then of the earlier one
 * @param refuted refuted candidates, in the same order; empty if no witnesses are searched for for
 * @param events how many events the trace had
 * @param dropped how many events a lenient feed left out because they were not well formed
 * @param limits the limits that took effect: why races may be missing, or not decided
 * @param errors internal errors of racedet, which may leave races undecided; empty unless it has a
 *     defect
 * @param failures the engines that have failed, whose earlier races are among the races, and the
 *     listener of a feed if it has failed
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
    List<ProofStep> steps)
    implements AnalysisReport {
  /**
   * Keeps its own copies of the lists.
   *
   * @param races the races
   * @param refuted refuted candidates
   * @param events how many events the trace had
   * @param dropped how many events were left out
   * @param limits the limits that took effect
   * @param errors internal errors of racedet
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

  /** What a search has found so far. */
  static RaceReport of(RaceRun run, long events, long dropped) {
    RaceCollector found = run.collector();
    return new RaceReport(
        found.found(),
        found.refuted(),
        events,
        dropped,
        run.limits(),
        found.errors(),
        run.failures(),
        found.steps());
  }

  @Override
  public RaceReport withoutRefuted() {
    return new RaceReport(races, List.of(), events, dropped, limits, errors, failures, steps);
  }

  /**
   * {@return a text: a paragraph for each race, a line with the counts, and {@link #notes()}, lines
   * that each end in a line feed}
   */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Race race : races) {
      text.append(AnalysisReport.text(race)).append('\n');
    }
    text.append(summary()).append('\n');
    notes().forEach(note -> text.append(note).append('\n'));
    return text.toString();
  }

  @Override
  public String kind() {
    return "race";
  }

  @Override
  public List<Race> found() {
    return races;
  }
}
