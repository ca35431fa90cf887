package io.racedet.junit.truth.program;

/** The threads that a program starts, by their numbers. */
final class ProgramThreads {
  private static final String NAME = "program-";

  private ProgramThreads() {}

  /** A thread of a program, which is not started yet. */
  static Thread create(int number, Runnable body) {
    Thread thread = new Thread(body, NAME + number);
    thread.setDaemon(true);
    return thread;
  }

  /** The number of the current thread of the program, or -1. */
  static int current() {
    String name = Thread.currentThread().getName();
    return name.startsWith(NAME) ? Integer.parseInt(name.substring(NAME.length())) : -1;
  }
}
