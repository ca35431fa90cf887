package io.racedet.junit.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TableTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void times_areThoseOfTheMedians() {
    SuiteRuns runs =
        new SuiteRuns(
            Suite.MATH,
            List.of(run(4, Map.of()), run(2, Map.of()), run(30, Map.of())),
            List.of(run(6, Map.of()), run(7, Map.of())));
    assertThat(rows(runs))
        .containsExactly(
            "suite tests plain s checked s times plain cpu check cpu times longest s its cpu failed"
                + " checked races",
            "math 5 4.00 6.50 1.63 8.00 13.00 1.63 3.25 1.63 0 0 0");
  }

  @Test
  void failures_areNamedIfTheyAreOfTheChecksAlone() {
    SuiteRuns runs =
        new SuiteRuns(
            Suite.GUAVA,
            List.of(run(4, Map.of("a", "slow")), run(4, Map.of())),
            List.of(run(4, Map.of("a", "slow", "b", "slower"))));
    assertThat(rows(runs).subList(1, 3))
        .containsExactly(
            "guava 5 4.00 4.00 1.00 8.00 8.00 1.00 2.00 1.00 1 2 0",
            "guava: fails only when checked: b: slower");
    assertThat(runs.failuresOfChecks()).containsExactly(Map.entry("b", "slower"));
  }

  @Test
  void races_areNamedOnce_withSomeOfTheirTests() {
    Measurement first = raced(Map.of("r1", Set.of("a", "b", "c", "d")));
    Measurement second = raced(Map.of("r1", Set.of("e"), "r2", Set.of("a")));
    SuiteRuns runs = new SuiteRuns(Suite.GUAVA, List.of(run(1, Map.of())), List.of(first, second));
    assertThat(rows(runs).subList(1, 4))
        .containsExactly(
            "guava 5 1.00 1.00 1.00 2.00 1.00 0.50 1.00 1.00 0 0 2",
            "guava: r1, in a, b, c and 2 more",
            "guava: r2, in a");
  }

  @Test
  void otherTests_areNotCompared() {
    Measurement four = new Measurement(1, 1, 4, 1, 1, Map.of(), Map.of());
    Measurement five = new Measurement(1, 1, 5, 1, 1, Map.of(), Map.of());
    SuiteRuns same = new SuiteRuns(Suite.MATH, List.of(four), List.of(four));
    SuiteRuns other = new SuiteRuns(Suite.MATH, List.of(five), List.of(four));
    assertThat(same.isComparable()).isTrue();
    assertThat(other.isComparable()).isFalse();
    assertThat(other.numberOfTests()).isEqualTo("4..5");
  }

  /** Two processors at work, and one test that takes half of the time. */
  private static Measurement run(int seconds, Map<String, String> failures) {
    long nanos = seconds * SECOND;
    return new Measurement(nanos, 2 * nanos, 5, nanos / 2, nanos / 4, failures, Map.of());
  }

  private static Measurement raced(Map<String, Set<String>> races) {
    return new Measurement(SECOND, SECOND, 5, SECOND, SECOND, Map.of(), races);
  }

  /** The lines, with one space between their words. */
  private static List<String> rows(SuiteRuns runs) {
    return new Table(List.of(runs))
        .text()
        .lines()
        .map(line -> line.replaceAll(" +", " ").strip())
        .toList();
  }
}
