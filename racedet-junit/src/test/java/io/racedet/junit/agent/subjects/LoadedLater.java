package io.racedet.junit.agent.subjects;

/** As {@link Shared}, but not loaded when the agent is installed. */
public final class LoadedLater {
  private int number;

  /** Writes and reads the field. */
  public synchronized int next() {
    number += 2;
    return number;
  }
}
