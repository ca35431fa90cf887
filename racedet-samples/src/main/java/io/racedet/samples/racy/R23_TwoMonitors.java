package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;

/**
 * Both threads hold a monitor when they count, but not the same one: an instance method locks the
 * instance, a static one the class.
 */
public final class R23_TwoMonitors implements TwoThreads {
  private static int total;

  @Override
  public void first() {
    addHere();
  }

  @Override
  public void second() {
    addThere();
  }

  private synchronized void addHere() {
    total++; // race: total
  }

  private static synchronized void addThere() {
    total++; // race: total
  }
}
