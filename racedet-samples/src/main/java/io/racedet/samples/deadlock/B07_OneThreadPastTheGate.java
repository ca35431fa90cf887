package io.racedet.samples.deadlock;

import io.racedet.samples.TwoThreads;

/** One thread takes a common lock before both monitors; the other one does not. */
public final class B07_OneThreadPastTheGate implements TwoThreads {
  private final Object gate = new Object();
  private final Object orders = new Object();
  private final Object stock = new Object();
  private int ordered;

  @Override
  public void first() {
    synchronized (gate) {
      synchronized (orders) {
        synchronized (stock) {
          ordered++;
        }
      }
    }
  }

  @Override
  public void second() {
    synchronized (stock) {
      synchronized (orders) {
        ordered--;
      }
    }
  }
}
