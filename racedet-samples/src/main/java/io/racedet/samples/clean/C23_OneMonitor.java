package io.racedet.samples.clean;

import io.racedet.samples.TwoThreads;

/** An instance method and a static one count under the monitor of the class. */
public final class C23_OneMonitor implements TwoThreads {
  private static int total; // shared: total

  @Override
  public void first() {
    addHere();
  }

  @Override
  public void second() {
    addThere();
  }

  private void addHere() {
    addThere();
  }

  private static synchronized void addThere() {
    total++;
  }
}
