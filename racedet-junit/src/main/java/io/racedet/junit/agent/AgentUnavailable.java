package io.racedet.junit.agent;

/** The agent cannot be installed in this process. The message gives the reason and a remedy. */
public final class AgentUnavailable extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates the exception; the cause may be null. */
  AgentUnavailable(String problem, String remedy, Throwable cause) {
    super("racedet cannot install its agent: " + problem + "\n  To fix it: " + remedy, cause);
  }
}
