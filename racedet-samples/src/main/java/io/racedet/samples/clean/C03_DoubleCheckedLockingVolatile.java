package io.racedet.samples.clean;

import io.racedet.samples.TwoThreads;

/** Double-checked locking on a volatile field. */
public final class C03_DoubleCheckedLockingVolatile implements TwoThreads {
  private volatile Settings settings; // shared: settings

  @Override
  public void first() {
    settings();
  }

  @Override
  public void second() {
    settings();
  }

  private Settings settings() {
    Settings current = settings;
    if (current == null) {
      synchronized (this) {
        current = settings;
        if (current == null) {
          current = new Settings(80, 24);
          settings = current;
        }
      }
    }
    return current;
  }

  private record Settings(int width, int height) {}
}
