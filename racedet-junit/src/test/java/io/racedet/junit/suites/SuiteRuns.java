package io.racedet.junit.suites;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/**
 * All runs of a suite, at least one in each mode.
 *
 * @param suite the suite
 * @param plain its runs without racedet
 * @param checked its runs with every test checked
 */
record SuiteRuns(Suite suite, List<Measurement> plain, List<Measurement> checked) {
  SuiteRuns {
    plain = List.copyOf(plain);
    checked = List.copyOf(checked);
  }

  /** The median of a time, in seconds. */
  static double seconds(List<Measurement> runs, ToLongFunction<Measurement> nanos) {
    long[] sorted = runs.stream().mapToLong(nanos).sorted().toArray();
    int last = sorted.length - 1;
    return (sorted[last / 2] + sorted[(last + 1) / 2]) / 2e9;
  }

  /** The tests that failed in some of the runs, with the reason of the last. */
  static Map<String, String> failures(List<Measurement> runs) {
    Map<String, String> failures = new TreeMap<>();
    runs.forEach(run -> failures.putAll(run.failures()));
    return failures;
  }

  /** The tests that failed when they were checked, and in no plain run, with the reason. */
  Map<String, String> failuresOfChecks() {
    Map<String, String> failures = failures(checked);
    failures.keySet().removeAll(failures(plain).keySet());
    return failures;
  }

  /** The tests that found a race in some of the runs, by its first line. */
  Map<String, Set<String>> races() {
    Map<String, Set<String>> races = new TreeMap<>();
    for (Measurement run : checked) {
      run.races()
          .forEach(
              (race, tests) -> races.computeIfAbsent(race, none -> new TreeSet<>()).addAll(tests));
    }
    return races;
  }

  /** Whether all runs had the same number of tests. */
  boolean isComparable() {
    int[] tests = tests();
    return tests[0] == tests[tests.length - 1];
  }

  /** The smallest and the largest number of tests in a run. */
  String numberOfTests() {
    int[] tests = tests();
    return isComparable() ? "" + tests[0] : tests[0] + ".." + tests[tests.length - 1];
  }

  private int[] tests() {
    int[] tests = new int[plain.size() + checked.size()];
    int next = 0;
    for (List<Measurement> runs : Arrays.asList(plain, checked)) {
      for (Measurement run : runs) {
        tests[next++] = run.tests();
      }
    }
    Arrays.sort(tests);
    return tests;
  }
}
