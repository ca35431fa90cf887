package io.racedet.junit.grande;

/**
 * A program as RoadRunner's option {@code -benchmark} wants it: it looks for these methods by their
 * names, and times {@link #iterate} alone, between two collections of garbage.
 */
public final class RoadRunnerTarget {
  private final Program program;
  private final ProgramMain main;

  /**
   * Prepares a program.
   *
   * @param args its name
   */
  public RoadRunnerTarget(String[] args) throws ReflectiveOperationException {
    program = Program.of(args[0]);
    main = ProgramMain.of(program);
  }

  /** Before each run. */
  public void preIteration() throws ReflectiveOperationException {
    program.reset();
  }

  /** A run. */
  public void iterate() throws Exception {
    main.call();
  }

  /** After each run. */
  public void postIteration() {}

  /** After all runs. */
  public void cleanup() {}
}
