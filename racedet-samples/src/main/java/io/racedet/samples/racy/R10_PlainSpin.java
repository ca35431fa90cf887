package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;

/**
 * A plain flag indicates that the payload is ready: nothing orders the accesses to the payload, and
 * the compiler may read the flag only once. The loop is bounded for that reason.
 */
public final class R10_PlainSpin implements TwoThreads {
  private boolean ready;
  private int payload;
  private int seen;

  @Override
  public void first() {
    payload = 42; // race: payload
    ready = true; // race: ready
  }

  @Override
  public void second() {
    for (int spins = 0; spins < 100 && !ready; spins++) { // race: ready
      Thread.onSpinWait();
    }
    seen = payload; // race: payload
  }
}
