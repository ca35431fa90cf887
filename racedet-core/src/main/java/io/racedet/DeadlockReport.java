package io.racedet;

import io.racedet.proof.DeadlockCollector;
import io.racedet.race.AnalysisFailure;
import io.racedet.race.Deadlock;
import io.racedet.race.ReachedLimit;
import io.racedet.report.ReportedDeadlock;
import io.racedet.report.text.DeadlockText;
import io.racedet.report.text.ScheduleText;
import io.racedet.run.DeadlockRun;
import java.util.List;
import java.util.stream.Stream;

/**
 * The deadlocks of a trace: cycles of threads that could wait for each other's locks.
 *
 * @param deadlocks the deadlocks, sorted by their last requests in the trace, then by their first
 *     ones
 * @param refuted refuted patterns, in the same order; empty if no witnesses are searched
 * @param events how many events the trace had
 * @param dropped how many events a lenient analysis left out because they were not well formed
 * @param limits the limits that took effect: why deadlocks may be missing, or not decided
 * @param errors what is wrong with racedet itself, so that deadlocks may not be decided; empty
 *     unless it has a defect
 * @param failures that the search ran out of memory, so that deadlocks are missing, or that the
 *     search for witnesses did; empty unless this happened
 */
public record DeadlockReport(
    List<Deadlock> deadlocks,
    List<Deadlock> refuted,
    long events,
    long dropped,
    List<ReachedLimit> limits,
    List<String> errors,
    List<AnalysisFailure> failures) {
  /**
   * Keeps its own copies of the lists.
   *
   * @param deadlocks the deadlocks
   * @param refuted refuted patterns
   * @param events how many events the trace had
   * @param dropped how many events were left out
   * @param limits the limits that took effect
   * @param errors what is wrong with racedet itself
   * @param failures that something ran out of memory
   */
  public DeadlockReport {
    deadlocks = List.copyOf(deadlocks);
    refuted = List.copyOf(refuted);
    limits = List.copyOf(limits);
    errors = List.copyOf(errors);
    failures = List.copyOf(failures);
  }

  /** What a search has found. */
  static DeadlockReport of(DeadlockRun run, long events, long dropped) {
    DeadlockCollector found = run.collector();
    return new DeadlockReport(
        found.deadlocks(),
        found.refuted(),
        events,
        dropped,
        run.limits(),
        found.errors(),
        run.failures());
  }

  /**
   * Returns the counts.
   *
   * @return for example {@code 2 deadlocks in 1000 events}
   */
  public String summary() {
    return deadlocks.size()
        + (deadlocks.size() == 1 ? " deadlock in " : " deadlocks in ")
        + events
        + (events == 1 ? " event" : " events")
        + (dropped > 0 ? "; " + dropped + " not well-formed, left out" : "");
  }

  /**
   * Returns what has failed: errors of racedet itself, and what ran out of memory.
   *
   * @return a line for each
   */
  public List<String> problems() {
    return Stream.concat(
            errors.stream().map(error -> "INTERNAL ERROR: " + error),
            failures.stream().map(AnalysisFailure::text))
        .toList();
  }

  /**
   * Returns what the reader must know of the report: what has failed, and limits that took effect.
   *
   * @return a line for each
   */
  public List<String> notes() {
    return Stream.concat(
            problems().stream(), limits.stream().map(limit -> "limit: " + limit.text()))
        .toList();
  }

  /**
   * Returns a deadlock as a paragraph of text.
   *
   * @param deadlock the deadlock
   * @return lines that each end in a line feed
   */
  public static String text(Deadlock deadlock) {
    return DeadlockText.of(deadlock);
  }

  /**
   * Returns the order that ends in a deadlock as lines of text: a column for each of its threads.
   *
   * @param deadlock a deadlock with a witness
   * @return indented lines that each end in a line feed
   */
  public static String schedule(ReportedDeadlock deadlock) {
    StringBuilder text = new StringBuilder();
    new ScheduleText(deadlock).appendTo(text);
    return text.toString();
  }
}
