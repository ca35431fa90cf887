package io.racedet.junit.suites;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One run of a suite.
 *
 * @param nanos from the search for the tests to the end of the last one, and of the reports
 * @param cpuNanos what all threads of the process needed, with the start of the JVM
 * @param tests how many tests ran
 * @param longest the nanoseconds of the longest test, as JUnit reports it
 * @param longestCpu what all threads needed during this test, in nanoseconds
 * @param failures what failed for another reason than a race: the reason by the name of the test
 * @param races the tests that found a race, by its first line
 */
record Measurement(
    long nanos,
    long cpuNanos,
    int tests,
    long longest,
    long longestCpu,
    Map<String, String> failures,
    Map<String, Set<String>> races) {
  private static final int FIELDS = 6;
  private static final String RUN = "run";
  private static final String FAILURE = "failure";
  private static final String RACE = "race";

  /** The lines of the file of results, with tabs between their fields. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(line(RUN, "" + nanos, "" + cpuNanos, "" + tests, "" + longest, "" + longestCpu));
    failures.forEach((test, reason) -> lines.add(line(FAILURE, test, reason)));
    races.forEach((race, found) -> found.forEach(test -> lines.add(line(RACE, race, test))));
    return lines;
  }

  private static String line(String kind, String... fields) {
    StringBuilder line = new StringBuilder(kind);
    for (String field : fields) {
      line.append('\t').append(field.strip().replaceAll("\\s+", " "));
    }
    return line.toString();
  }

  /**
   * Reads the lines of a file of results.
   *
   * @throws IllegalArgumentException if they are not such lines
   */
  static Measurement parse(List<String> lines) {
    String[] run = lines.isEmpty() ? new String[0] : lines.get(0).split("\t", -1);
    if (run.length != FIELDS || !run[0].equals(RUN)) {
      throw new IllegalArgumentException("no line of a run in " + lines);
    }
    Map<String, String> failures = new TreeMap<>();
    Map<String, Set<String>> races = new TreeMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.split("\t", -1);
      switch (fields[0]) {
        case FAILURE -> failures.put(fields[1], fields[2]);
        case RACE -> races.computeIfAbsent(fields[1], none -> new TreeSet<>()).add(fields[2]);
        default -> throw new IllegalArgumentException("unknown: " + line);
      }
    }
    return new Measurement(
        Long.parseLong(run[1]),
        Long.parseLong(run[2]),
        Integer.parseInt(run[3]),
        Long.parseLong(run[4]),
        Long.parseLong(run[5]),
        failures,
        races);
  }
}
