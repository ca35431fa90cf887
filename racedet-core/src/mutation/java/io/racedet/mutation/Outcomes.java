package io.racedet.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** The mutants of an area and what became of them. */
record Outcomes(List<Outcome> list) {
  Outcomes {
    list = List.copyOf(list);
  }

  static Outcomes read(Path file) throws IOException {
    return new Outcomes(Files.readAllLines(file).stream().map(Outcome::parse).toList());
  }

  /** Those of each package, by the first part of the key that names a class. */
  SortedMap<String, Outcomes> byPackage() {
    SortedMap<String, List<Outcome>> lists = new TreeMap<>();
    list.forEach(o -> lists.computeIfAbsent(o.packageName(), p -> new ArrayList<>()).add(o));
    SortedMap<String, Outcomes> packages = new TreeMap<>();
    lists.forEach((name, outcomes) -> packages.put(name, new Outcomes(outcomes)));
    return packages;
  }

  List<String> survivors() {
    return list.stream().filter(o -> !o.killed()).map(Outcome::key).toList();
  }

  List<String> killed() {
    return list.stream().filter(Outcome::killed).map(Outcome::key).toList();
  }

  /** The keys of those that made a test fail, not only run for too long. */
  List<String> failed() {
    return list.stream().filter(o -> o.status().equals("KILLED")).map(Outcome::key).toList();
  }

  double killedPercent() {
    return list.isEmpty() ? 100 : 100.0 * killed().size() / list.size();
  }

  static String heading() {
    return "| package | mutants | killed | of these by time | survived | not covered | killed % |\n"
        + "|---|---|---|---|---|---|---|\n";
  }

  String row(String name) {
    long uncovered = count("NO_COVERAGE");
    return String.format(
        Locale.ROOT,
        "| %s | %d | %d | %d | %d | %d | %.1f |%n",
        name,
        list.size(),
        killed().size(),
        count("TIMED_OUT"),
        survivors().size() - uncovered,
        uncovered,
        killedPercent());
  }

  private long count(String status) {
    return list.stream().filter(o -> o.status().equals(status)).count();
  }
}
