package io.racedet.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Summarises the contents of a report. */
public final class RunSummary {
  private RunSummary() {}

  /**
   * Counts tests or traces, repetitions and events. Each test is counted once.
   *
   * @param report the report
   * @return for example {@code 6 tests checked, 1 with one thread only}, {@code 46 repetitions} and
   *     {@code 1,242 events}
   */
  public static List<String> of(RunReport report) {
    List<TestRun> tests = report.tests();
    boolean areTraces =
        !tests.isEmpty() && tests.stream().allMatch(test -> test.className().isEmpty());
    List<String> parts = new ArrayList<>();
    if (areTraces) {
      parts.add(count(tests.size(), "trace") + " analysed");
    } else {
      parts.add(byOutcome(tests));
      parts.add(count(tests.stream().mapToLong(TestRun::repetitions).sum(), "repetition"));
    }
    parts.add(count(tests.stream().mapToLong(TestRun::events).sum(), "event"));
    return parts;
  }

  /**
   * Counts races and deadlocks: new, known, accepted and gone ones if that is known, otherwise by
   * kind.
   *
   * @param report the report
   * @return for example {@code 1 new, 2 known} or {@code 3 races, 1 deadlock}; {@code no race} only
   *     if there are tests or traces
   */
  public static String ofFindings(RunReport report) {
    List<String> parts = new ArrayList<>();
    for (Map.Entry<Standing.State, Integer> state : byState(report).entrySet()) {
      parts.add(state.getValue() + " " + text(state.getKey()));
    }
    if (!report.gone().isEmpty()) {
      parts.add(report.gone().size() + " gone");
    }
    if (!parts.isEmpty()) {
      return String.join(", ", parts);
    }
    if (!report.races().isEmpty()) {
      parts.add(count(report.races().size(), "race"));
    }
    if (!report.deadlocks().isEmpty()) {
      parts.add(count(report.deadlocks().size(), "deadlock"));
    }
    if (parts.isEmpty()) {
      parts.add(report.tests().isEmpty() ? "nothing was checked" : "no race");
    }
    return String.join(", ", parts);
  }

  private static String text(Standing.State state) {
    return state == Standing.State.UNJUDGED ? "not judged" : state.name().toLowerCase(Locale.ROOT);
  }

  /* The new ones first; none if nothing is known of any. */
  private static Map<Standing.State, Integer> byState(RunReport report) {
    Map<Standing.State, Integer> numbers = new TreeMap<>(Comparator.reverseOrder());
    report.findings().forEach(each -> numbers.merge(each.standing().state(), 1, Integer::sum));
    return numbers.keySet().equals(Set.of(Standing.State.UNJUDGED)) ? Map.of() : numbers;
  }

  private static String byOutcome(List<TestRun> tests) {
    Map<Outcome, Integer> numbers = new EnumMap<>(Outcome.class);
    tests.forEach(test -> numbers.merge(test.outcome(), 1, Integer::sum));
    int checked = numbers.getOrDefault(Outcome.PASSED, 0) + numbers.getOrDefault(Outcome.RACES, 0);
    List<String> parts = new ArrayList<>(List.of(count(checked, "test") + " checked"));
    numbers.forEach(
        (outcome, number) -> {
          String what = other(outcome);
          if (!what.isEmpty()) {
            parts.add(String.format(Locale.ROOT, "%,d %s", number, what));
          }
        });
    return String.join(", ", parts);
  }

  /** Describes tests that were not checked; empty for those that were. */
  private static String other(Outcome outcome) {
    return switch (outcome) {
      case PASSED, RACES -> "";
      case NOT_SEEN -> "not seen (switched off, or run by another engine)";
      case IGNORED -> "left out by @RaceIgnore";
      case NOTHING_RECORDED -> "that touched no class under test";
      case ONE_THREAD -> "with one thread only";
      case IN_PART -> "recorded in part";
      case FAILED -> "failed for another reason";
      case NOT_CHECKED -> "not checked";
    };
  }

  private static String count(long number, String what) {
    return String.format(Locale.ROOT, "%,d %s%s", number, what, number == 1 ? "" : "s");
  }
}
