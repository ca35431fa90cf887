package io.racedet;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.proof.SearchBudget;
import io.racedet.run.AnalysisOptions;
import java.util.function.IntPredicate;

/**
 * Finds the deadlocks of one trace of dense ids, and proves or refutes them. For producers that
 * have dense ids and a trace that is known to be well formed. Keeps the whole trace in memory;
 * {@link DeadlockWatch} finds patterns without proofs in less memory.
 *
 * <p>Events are numbered from 1 as they arrive. Not thread-safe.
 */
public final class DeadlockAnalysis implements EventSink {
  private final RaceAnalysis analysis;

  /**
   * Starts without an event.
   *
   * @param names names of the ids
   * @param isTry whether acquires at a location are tries, which do not wait and so are not
   *     requests
   * @param budget how many steps the search for the proof of one cycle of requests may take
   * @param total how many steps all searches may take together
   */
  public DeadlockAnalysis(Names names, IntPredicate isTry, long budget, long total) {
    AnalysisOptions options = AnalysisOptions.ofDeadlocks(isTry, new SearchBudget(budget, total));
    analysis = new RaceAnalysis(options, names, null, EventBlock.CAPACITY, 0);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if an id is out of range, or a thread releases a lock that it
   *     does not hold in that mode; the event then has no effect
   * @throws IllegalStateException after the end of the trace
   */
  @Override
  public void event(Op op, int thread, int operand, int location) {
    analysis.event(op, thread, operand, location);
  }

  @Override
  public void range(Op op, int thread, int first, int stride, int count, int location) {
    analysis.range(op, thread, first, stride, count, location);
  }

  /**
   * Ends the trace, and searches for proofs.
   *
   * @return the deadlocks
   * @throws IllegalStateException if called again
   */
  public DeadlockReport finish() {
    analysis.finish();
    return analysis.deadlocks();
  }
}
