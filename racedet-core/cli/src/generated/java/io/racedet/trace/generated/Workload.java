package io.racedet.trace.generated;

/**
 * The shape of a generated trace.
 *
 * @param threads how many threads, from 1; the first one forks and joins the others
 * @param locks how many locks, from 0
 * @param variables how many variables, from 1
 * @param events how many events, from 0
 * @param syncPercent share of acquires and releases among the events, 0 to 90; 0 without locks
 * @param locations how many source locations, from 1
 * @param racyPerMillion how many of a million events access an unprotected variable
 * @param seed of the random choices; equal workloads give equal traces on every machine
 */
public record Workload(
    int threads,
    int locks,
    int variables,
    long events,
    int syncPercent,
    int locations,
    int racyPerMillion,
    long seed) {
  private static final int MAX_THREADS = 1 << 20;
  private static final int MAX_IDS = 1 << 28;
  private static final long MAX_EVENTS = 1L << 40;
  private static final int MAX_SYNC = 90;
  private static final int MILLION = 1_000_000;

  /**
   * Checks the ranges.
   *
   * @param threads how many threads
   * @param locks how many locks
   * @param variables how many variables
   * @param events how many events
   * @param syncPercent share of acquires and releases
   * @param locations how many source locations
   * @param racyPerMillion how many of a million events access an unprotected variable
   * @param seed of the random choices
   * @throws IllegalArgumentException if a number is out of range; the message names both
   */
  public Workload {
    check("threads", threads, 1, MAX_THREADS);
    check("locks", locks, 0, MAX_IDS);
    check("variables", variables, 1, MAX_IDS);
    check("events", events, 0, MAX_EVENTS - 1);
    check("syncPercent", syncPercent, 0, locks == 0 ? 0 : MAX_SYNC);
    check("locations", locations, 1, MAX_IDS);
    check("racyPerMillion", racyPerMillion, 0, MILLION);
  }

  private static void check(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + ": " + value + " (expected: " + least + ".." + most + ")");
    }
  }
}
