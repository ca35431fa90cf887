package io.racedet.junit.agent.subjects;

/** Its initialiser fails. */
public final class NeverInitialised {
  static final int VALUE = fail();

  private NeverInitialised() {}

  private static int fail() {
    throw new IllegalStateException("as if");
  }

  /** Is not reached. */
  public static synchronized int call() {
    return VALUE;
  }
}
