package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;

/** Double-checked locking on a plain field: the first check reads it outside the lock. */
public final class R03_DoubleCheckedLocking implements TwoThreads {
  private Settings settings;

  @Override
  public void first() {
    settings();
  }

  @Override
  public void second() {
    settings();
  }

  private Settings settings() {
    Settings current = settings; // race: settings
    if (current == null) {
      synchronized (this) {
        current = settings;
        if (current == null) {
          current = new Settings(80, 24);
          settings = current; // race: settings
        }
      }
    }
    return current;
  }

  private record Settings(int width, int height) {}
}
