package io.racedet.samples.demo;

import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFreeTest;
import io.racedet.samples.launch.Outcome;
import io.racedet.samples.launch.TestRun;
import java.util.Map;

/**
 * Measures how many repetitions of a small test are made in a second: again and again in one JVM,
 * four seconds each, so that the last rows tell what they cost when the code is compiled. {@code
 * -Dracedet.demo.runs=12} sets the number of rows.
 */
final class Repetitions {
  private static final Map<String, String> SETTINGS =
      Map.of("racedet.timeLimit", "4s", "racedet.repetitions", "100000");

  private Repetitions() {}

  /** Two threads, some four hundred events, and a different order nearly each time. */
  static final class Small {
    private static final int TURNS = 25;

    private final int[] counts = new int[TURNS];
    private int sum;

    private synchronized void add(int turn) {
      sum += turn;
      counts[turn]++;
    }

    private void addAll() {
      for (int turn = 0; turn < TURNS; turn++) {
        add(turn);
      }
    }

    @RaceFreeTest
    void test() throws Exception {
      RaceCheck.inParallel(this::addAll, this::addAll);
    }
  }

  /**
   * Runs the measurement.
   *
   * @param args none
   */
  public static void main(String[] args) {
    for (int run = 0; run < Integer.getInteger("demo.runs", 1); run++) {
      Outcome outcome = TestRun.of(Small.class, "test", SETTINGS);
      System.out.printf(
          "%s, %d repetitions, %.1f a second%n",
          outcome.status(), count(outcome), aSecond(outcome));
    }
  }

  private static int count(Outcome outcome) {
    return Integer.parseInt(outcome.facts().get("racedet.repetitions"));
  }

  /** How many repetitions a test has made in a second. */
  static double aSecond(Outcome outcome) {
    return count(outcome) * 1e9 / outcome.time().toNanos();
  }
}
