package io.racedet.junit.agent.subjects;

/** A field to be recorded. */
public class Shared {
  private int number;

  /** Writes and reads the field. */
  public synchronized int next() {
    number += 2;
    return number;
  }
}
