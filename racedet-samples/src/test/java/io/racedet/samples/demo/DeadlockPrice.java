package io.racedet.samples.demo;

import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFreeTest;
import io.racedet.samples.launch.Outcome;
import io.racedet.samples.launch.TestRun;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Measures what the search for deadlocks costs small tests: at most a hundred repetitions each with
 * it and without it, in turns, in one JVM, after rounds in which the code is compiled. Threads are
 * not perturbed, since that takes time in both. Prints the median of how much longer a repetition
 * takes with it, and its confidence interval of 95 %. {@code -Dracedet.demo.runs=100} sets the
 * number of rounds.
 */
final class DeadlockPrice {
  private static final int WARM_UP = 30;
  private static final int LEAST = 10;
  private static final int REPETITIONS = 100;
  private static final double Z = 1.96;
  private static final int TURNS = 25;

  private DeadlockPrice() {}

  /** Locks that are nested in one order. */
  static final class Nested {
    private final Object outer = new Object();
    private int sum;

    private synchronized void add(int turn) {
      sum += turn;
    }

    @RaceFreeTest
    void test() {
      RaceCheck.inParallel(this::addAll, this::addAll);
    }

    private void addAll() {
      for (int turn = 0; turn < TURNS; turn++) {
        synchronized (outer) {
          add(turn);
        }
      }
    }
  }

  /** Locks that are nested in both orders, under a third one. */
  static final class Gated {
    private final Object gate = new Object();
    private final Object first = new Object();
    private final Object second = new Object();
    private int sum;

    @RaceFreeTest
    void test() {
      RaceCheck.inParallel(() -> addAll(first, second), () -> addAll(second, first));
    }

    private void addAll(Object outer, Object inner) {
      for (int turn = 0; turn < TURNS; turn++) {
        synchronized (gate) {
          synchronized (outer) {
            synchronized (inner) {
              sum += turn;
            }
          }
        }
      }
    }
  }

  /** Locks that are nested in both orders, but by the first thread before the others start. */
  static final class Ordered {
    private final Object first = new Object();
    private final Object second = new Object();
    private int sum;

    @RaceFreeTest
    void test() {
      addAll(first, second);
      RaceCheck.inParallel(() -> addAll(second, first), () -> addAll(second, first));
    }

    private void addAll(Object outer, Object inner) {
      for (int turn = 0; turn < TURNS; turn++) {
        synchronized (outer) {
          synchronized (inner) {
            sum += turn;
          }
        }
      }
    }
  }

  /**
   * Runs the measurement.
   *
   * @param args none
   */
  public static void main(String[] args) {
    int rounds = Math.max(LEAST, Integer.getInteger("demo.runs", LEAST));
    List<Class<?>> tests =
        List.of(Repetitions.Small.class, Nested.class, Gated.class, Ordered.class);
    tests.forEach(test -> ratios(test, WARM_UP));
    for (Class<?> test : tests) {
      double[] ratios = ratios(test, rounds);
      /* The median is between these two of the ordered ratios in 95 of 100 measurements. */
      int rank = (int) ((rounds - Z * Math.sqrt(rounds)) / 2);
      System.out.printf(
          "%s: %.1f %% slower with the search, %.1f to %.1f %%%n",
          test.getSimpleName(),
          percent(ratios[rounds / 2]),
          percent(ratios[rank]),
          percent(ratios[rounds - 1 - rank]));
    }
  }

  /** How many times as long the test takes with the search, in order. */
  private static double[] ratios(Class<?> test, int rounds) {
    double[] ratios = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      boolean isFirst = round % 2 == 0;
      double one = aSecond(test, !isFirst, round);
      double other = aSecond(test, isFirst, round);
      ratios[round] = isFirst ? one / other : other / one;
    }
    Arrays.sort(ratios);
    return ratios;
  }

  private static double percent(double ratio) {
    return 100 * (ratio - 1);
  }

  private static double aSecond(Class<?> test, boolean searches, int seed) {
    Map<String, String> settings =
        Map.of(
            "racedet.seed",
            "NONE:" + seed,
            "racedet.timeLimit",
            "60s",
            "racedet.repetitions",
            String.valueOf(REPETITIONS),
            "racedet.deadlocks",
            String.valueOf(searches));
    Outcome outcome = TestRun.of(test, "test", settings);
    outcome
        .thrown()
        .ifPresent(
            thrown -> {
              throw new IllegalStateException(test + " is expected to pass", thrown);
            });
    return Repetitions.aSecond(outcome);
  }
}
