package io.racedet.samples.clean;

import io.racedet.samples.TwoThreads;

/** A volatile flag indicates that the payload is ready. */
public final class C10_VolatileSpin implements TwoThreads {
  private volatile boolean ready;
  private int payload; // shared: payload
  private int seen;

  @Override
  public void first() {
    payload = 42;
    ready = true;
  }

  @Override
  public void second() {
    while (!ready) {
      Thread.onSpinWait();
    }
    seen = payload;
  }
}
