package io.racedet;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.proof.RaceProofs;
import io.racedet.proof.SearchBudget;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Finds the deadlocks of one trace of dense ids, and proves or refutes them; for producers that
 * have dense ids and a trace that is known to be well formed. Keeps the whole trace in memory. What
 * is found without proofs, {@link DeadlockWatch} tells for less.
 *
 * <p>Events are numbered from 1 as they arrive. Not thread-safe.
 */
public final class DeadlockAnalysis implements EventSink {
  private static final int BLOCK = 4096;

  private final LockContexts contexts = new LockContexts();
  private final EventIntake intake = new EventIntake(BLOCK, 0);
  private final EventContexts held = new EventContexts(contexts);
  private final Runnable flush = this::flush;
  private final DeadlockRun run;
  private final ProofRecording recording;
  private boolean finished;

  /**
   * Starts without an event.
   *
   * @param names names of the ids
   * @param isTry whether acquires at a location are tries, which do not wait and so are no requests
   * @param budget how many steps the search for the proof of one cycle of requests may take
   * @param total how many steps all searches may take together
   */
  public DeadlockAnalysis(Names names, IntPredicate isTry, long budget, long total) {
    RaceProofs proofs = RaceProofs.within(new SearchBudget(budget, total), contexts, names);
    run = new DeadlockRun(contexts, names, isTry, proofs);
    recording = new ProofRecording(proofs, List.of(run));
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if an id is out of range, or a thread releases a lock that it
   *     does not hold in that mode; the event has no effect then
   * @throws IllegalStateException after the end of the trace
   */
  @Override
  public void event(Op op, int thread, int operand, int location) {
    intake.ensureOpen(op, thread);
    EventIntake.checkOperand(op, operand);
    int at = held.at(op, thread, operand, intake.index() + 1);
    intake.take(op, thread, op.operand() == Operand.NONE ? 0 : operand, at, location);
    if (intake.isFull()) {
      flush();
    }
  }

  @Override
  public void range(Op op, int thread, int first, int stride, int count, int location) {
    EventSink.checkRange(op, first, stride, count);
    intake.ensureOpen(op, thread, count);
    int at = held.at(op, thread, first, intake.index() + 1);
    intake.takeRange(op, thread, first, stride, count, at, location, flush);
  }

  private void flush() {
    EventBlock block = intake.flush();
    run.consume(block);
    recording.accept(block);
    block.clear();
  }

  /**
   * Ends the trace, and searches proofs.
   *
   * @return the deadlocks
   * @throws IllegalStateException if called again
   */
  public DeadlockReport finish() {
    if (finished) {
      throw new IllegalStateException("finish() was already called (expected: once)");
    }
    finished = true;
    flush();
    intake.end();
    return run.finish(intake.index(), 0, deadlock -> {});
  }
}
