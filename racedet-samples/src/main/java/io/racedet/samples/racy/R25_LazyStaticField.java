package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;

/** Two threads create the registry of the class on first use, without a lock. */
public final class R25_LazyStaticField implements TwoThreads {
  private static Registry registry;

  @Override
  public void run() throws Exception {
    registry = null; // each run starts without a registry
    TwoThreads.super.run();
  }

  @Override
  public void first() {
    registry();
  }

  @Override
  public void second() {
    registry();
  }

  private static Registry registry() {
    Registry current = registry; // race: registry
    if (current == null) {
      current = new Registry();
      registry = current; // race: registry
    }
    return current;
  }

  private static final class Registry {}
}
