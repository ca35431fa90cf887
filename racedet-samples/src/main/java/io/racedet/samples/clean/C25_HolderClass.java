package io.racedet.samples.clean;

import io.racedet.samples.TwoThreads;

/**
 * Two threads use the registry of the class; it is created by the initialisation of a holder class,
 * which the JVM orders before every use.
 */
public final class C25_HolderClass implements TwoThreads {
  private int seen;

  @Override
  public void first() {
    Registry.ONLY.size();
  }

  @Override
  public void second() {
    seen = Registry.ONLY.size();
  }

  private static final class Registry {
    private static final Registry ONLY = new Registry();

    // plain, written by whichever thread initialises the class
    private int size; // shared: Registry.size

    private Registry() {
      size = 7;
    }

    private int size() {
      return size;
    }
  }
}
