package io.racedet.junit.forced;

/** How a thread of a program comes to act, and how others see that it has ended. */
enum Start {
  /** It is started. */
  NEW("crew.thread(%1$d).start();", "crew.thread(%1$d).join();"),
  /** It is a worker of a pool from before that gets a task. */
  IDLE("crew.submit(%1$d);", "crew.task(%1$d).get();"),
  /** It waits, since before, for a permit. */
  PARKED("crew.gate(%1$d).release();", "crew.thread(%1$d).join();"),
  /** It waits, since before, on a monitor. */
  WAITING(
      "synchronized (crew.bell(%1$d)) { crew.bell(%1$d).notify(); }", "crew.thread(%1$d).join();");

  private final String start;
  private final String join;

  Start(String start, String join) {
    this.start = start;
    this.join = join;
  }

  /** Whether it exists before. */
  boolean isFromBefore() {
    return this != NEW;
  }

  /** The statement that lets a thread act. */
  String of(int thread) {
    return start.formatted(thread);
  }

  /** The statement that sees that it has ended. */
  String joinOf(int thread) {
    return join.formatted(thread);
  }
}
