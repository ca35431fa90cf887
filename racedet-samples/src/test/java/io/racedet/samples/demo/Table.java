package io.racedet.samples.demo;

import java.io.PrintStream;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The summary table: one row per test, which summarises all its runs. */
final class Table {
  private final PrintStream out;
  private final Collection<List<Verdict>> tests;

  Table(PrintStream out, Collection<List<Verdict>> tests) {
    this.out = out;
    this.tests = tests;
  }

  void print() {
    int name = width(test -> test.get(0).test());
    int verdict = width(Table::verdicts);
    String row = "%-" + name + "s  %-" + verdict + "s  %10s  %10s  %s%n";
    out.printf("%n" + row, "test", "verdict", "repetition", "time", "race");
    for (List<Verdict> test : tests) {
      String race = test.get(0).race();
      out.printf(
          row, test.get(0).test(), verdicts(test), repetitions(test), slowest(test) + " ms", race);
    }
    long wrong = tests.stream().flatMap(List::stream).filter(v -> !v.isRight()).count();
    out.printf("%n%d verdicts, %d wrong%n", tests.stream().mapToInt(List::size).sum(), wrong);
  }

  private int width(Function<List<Verdict>, String> column) {
    return tests.stream().map(column).mapToInt(String::length).max().orElse(1);
  }

  /** For example {@code race} after one run, {@code race x9, MISSED x1} after ten. */
  private static String verdicts(List<Verdict> test) {
    if (test.size() == 1) {
      return test.get(0).word();
    }
    Map<String, Long> counts =
        test.stream()
            .collect(
                Collectors.groupingBy(Verdict::word, LinkedHashMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .map(count -> count.getKey() + " x" + count.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String repetitions(List<Verdict> test) {
    return test.stream().map(Verdict::repetition).distinct().collect(Collectors.joining(" "));
  }

  private static long slowest(List<Verdict> test) {
    return test.stream().mapToLong(Verdict::millis).max().orElse(0);
  }
}
