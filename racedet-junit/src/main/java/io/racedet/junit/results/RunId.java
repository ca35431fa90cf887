package io.racedet.junit.results;

/** Names the run that this JVM belongs to, for files that outlive it. */
public final class RunId {
  private RunId() {}

  /**
   * Returns the name of the run: the same in all JVMs of a build; of a build tool that stays after
   * its build, each JVM has another one.
   */
  public static String current() {
    RunName run = RunName.current();
    return run.open() ? ProcessIdentity.current().text() : run.text();
  }
}
