package io.racedet.junit.forced;

import java.util.concurrent.locks.LockSupport;

/**
 * Whose turn it is: makes the threads of a program take their steps in one order, the same in each
 * run, and orders nothing in the recording. So the number is a plain field, read again after each
 * call of a native method.
 */
public final class Turns {
  private static final int ABORTED = Integer.MIN_VALUE;

  /** After so many looks, others are likely to need the processor. */
  private static final int IMPATIENT = 50;

  private static final long PAUSE_NANOS = 20_000;

  private int turn;

  /**
   * Waits until it is the turn of a step.
   *
   * @param step its number, from 0
   */
  public void await(int step) {
    for (int looks = 0; turn != step; looks++) {
      if (turn == ABORTED) {
        throw new IllegalStateException("another thread of the program has failed");
      }
      if (looks < IMPATIENT) {
        Thread.yield();
      } else {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  /** Ends the present step, or so much of it that the next one can only come after it. */
  public void next() {
    turn++;
  }

  /** A thread has failed: the others must not wait for it. */
  void abort() {
    turn = ABORTED;
  }
}
