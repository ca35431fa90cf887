package io.racedet.junit.known;

/** Which races fail a test. */
public enum Gate {
  /** Any race that is not accepted. */
  ALL,
  /** Only a race that no earlier run has shown. */
  NEW
}
