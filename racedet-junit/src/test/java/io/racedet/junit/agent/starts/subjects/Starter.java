package io.racedet.junit.agent.starts.subjects;

/** Starts a thread. */
public final class Starter {
  private Starter() {}

  static void start() {
    new Thread(() -> {}).start();
  }
}
