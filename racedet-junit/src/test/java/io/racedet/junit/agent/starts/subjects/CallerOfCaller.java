package io.racedet.junit.agent.starts.subjects;

/** Calls what calls what starts a thread. */
public final class CallerOfCaller {
  private CallerOfCaller() {}

  static void call() {
    Caller.call();
  }
}
