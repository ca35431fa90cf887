package io.racedet.junit.check;

import io.racedet.junit.NotCheckedError;

/** The recorder of the agent. */
public final class AgentRecorder {
  private AgentRecorder() {}

  /**
   * Connects to the agent.
   *
   * @param options how the test is checked
   * @param home the class whose package is instrumented with the project
   * @return never
   */
  public static Recorder connect(Options options, Class<?> home) {
    throw new NotCheckedError(home.getName() + " was not checked: there is no agent yet");
  }
}
