package io.racedet;

import io.racedet.proof.DeadlockCollector;
import io.racedet.race.AnalysisFailure;
import io.racedet.race.Deadlock;
import io.racedet.race.ReachedLimit;
import io.racedet.run.DeadlockRun;
import java.util.List;

/**
 * The deadlocks of a trace: cycles of threads that could wait for each other's locks.
 *
 * @param deadlocks the deadlocks, sorted by their last requests in the trace, then by their first
 *     ones
 * @param refuted refuted patterns, in the same order; empty if no witnesses are searched for for
 * @param events how many events the trace had
 * @param dropped how many events a lenient analysis left out because they were not well formed
 * @param limits the limits that took effect: why deadlocks may be missing, or not decided
 * @param errors internal errors of racedet, which may leave deadlocks undecided; empty unless it
 *     has a defect
 * @param failures set if the search ran out of memory, so that deadlocks are missing, or if the
 *     search for witnesses did; otherwise empty
 */
public record DeadlockReport(
    List<Deadlock> deadlocks,
    List<Deadlock> refuted,
    long events,
    long dropped,
    List<ReachedLimit> limits,
    List<String> errors,
    List<AnalysisFailure> failures)
    implements AnalysisReport {
  /**
   * Keeps its own copies of the lists.
   *
   * @param deadlocks the deadlocks
   * @param refuted refuted patterns
   * @param events how many events the trace had
   * @param dropped how many events were left out
   * @param limits the limits that took effect
   * @param errors internal errors of racedet
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
        found.found(),
        found.refuted(),
        events,
        dropped,
        run.limits(),
        found.errors(),
        run.failures());
  }

  @Override
  public String kind() {
    return "deadlock";
  }

  @Override
  public List<Deadlock> found() {
    return deadlocks;
  }

  @Override
  public DeadlockReport withoutRefuted() {
    return new DeadlockReport(deadlocks, List.of(), events, dropped, limits, errors, failures);
  }
}
