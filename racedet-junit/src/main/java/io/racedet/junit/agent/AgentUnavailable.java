package io.racedet.junit.agent;

/** The agent cannot be installed in this process; the message says why and what to do about it. */
public final class AgentUnavailable extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param problem what stands in the way
   * @param remedy what to change
   * @param cause what failed, or null
   */
  AgentUnavailable(String problem, String remedy, Throwable cause) {
    super("racedet cannot install its agent: " + problem + "\n  To mend it: " + remedy, cause);
  }
}
