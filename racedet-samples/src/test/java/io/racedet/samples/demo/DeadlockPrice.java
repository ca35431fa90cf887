package io.racedet.samples.demo;

import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFreeTest;
import io.racedet.samples.launch.Outcome;
import io.racedet.samples.launch.TestRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Measures what the search for dead-locks costs small tests: two seconds each with it and without
 * it, in turns, in one JVM. The repetitions a second are medians of all rounds but the first ones,
 * in which the code is compiled. {@code -Dracedet.demo.runs=16} sets the number of rounds.
 */
final class DeadlockPrice {
  private static final int WARM_UP = 2;
  private static final int TURNS = 25;

  private DeadlockPrice() {}

  /** Locks that are not nested. */
  static final class Plain {
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
        add(turn);
      }
    }
  }

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
    int rounds = WARM_UP + Integer.getInteger("racedet.demo.runs", 1);
    for (Class<?> test : List.of(Plain.class, Nested.class, Gated.class, Ordered.class)) {
      List<Double> without = new ArrayList<>();
      List<Double> with = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        boolean isFirst = round % 2 == 0;
        (isFirst ? without : with).add(aSecond(test, !isFirst));
        (isFirst ? with : without).add(aSecond(test, isFirst));
      }
      System.out.printf(
          "%s: %.1f a second without the search, %.1f with it%n",
          test.getSimpleName(), median(without), median(with));
    }
  }

  private static double aSecond(Class<?> test, boolean searches) {
    Map<String, String> settings =
        Map.of(
            "racedet.timeLimit", "2s",
            "racedet.repetitions", "100000",
            "racedet.deadlocks", String.valueOf(searches));
    Outcome outcome = TestRun.of(test, "test", settings);
    outcome
        .thrown()
        .ifPresent(
            thrown -> {
              throw new IllegalStateException(test + " is expected to pass", thrown);
            });
    int repetitions = Integer.parseInt(outcome.facts().get("racedet.repetitions"));
    return repetitions * 1000.0 / outcome.time().toMillis();
  }

  private static double median(List<Double> rounds) {
    List<Double> sorted = rounds.stream().skip(WARM_UP).sorted().toList();
    return sorted.get(sorted.size() / 2);
  }
}
