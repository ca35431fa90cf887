package io.racedet.junit.agent.starts.subjects;

/** Calls what starts a thread. */
public final class Caller {
  private Caller() {}

  static void call() {
    Starter.start();
  }
}
