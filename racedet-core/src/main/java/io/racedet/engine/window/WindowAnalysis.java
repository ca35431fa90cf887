package io.racedet.engine.window;

import io.racedet.event.Op;

/** The analysis of a trace, or of one window of it, whose ids of variables and locks are dense. */
public interface WindowAnalysis {
  /**
   * Begins with a lock held.
   *
   * @param op {@link Op#ACQUIRE} or {@link Op#ACQUIRE_SHARED}
   * @param index the index of the event before the first one
   */
  void hold(Op op, int thread, int lock, long index);

  /** Processes any event but an access. */
  void order(Op op, int thread, int operand, long index);

  /** Processes an access. */
  void access(Op op, int thread, int variable, long index, int context, int location);

  /** Ends the trace, or the window. */
  default void finish() {}
}
