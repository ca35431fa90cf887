package io.racedet.cli.analyze;

import io.racedet.MeasuredReport;
import io.racedet.race.Race;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What engines found in one trace, side by side. Two engines share a race if both report a race of
 * the same two locations, or of the same two events where a location is unknown or all pairs count.
 */
final class Comparison {
  /**
   * The row of an engine.
   *
   * @param stoppedAfter how many events it processed before it was stopped, 0 if all
   * @param shared how many of them another engine reports, too
   * @param retainedBytes memory retained by its state at the end of the trace
   */
  record Row(
      String engine,
      long stoppedAfter,
      int candidates,
      int shared,
      long nanos,
      long retainedBytes) {
    /** How many of its races no other engine reports. */
    int unique() {
      return candidates - shared;
    }
  }

  private Comparison() {}

  /** Compares the reports on a trace. */
  static List<Row> of(List<MeasuredReport> reports, boolean everyPair) {
    List<Set<List<String>>> races = new ArrayList<>();
    Map<List<String>, Integer> finders = new HashMap<>();
    for (MeasuredReport report : reports) {
      Set<List<String>> keys = new HashSet<>();
      for (Race race : report.report().races()) {
        keys.add(key(race, everyPair));
      }
      races.add(keys);
      keys.forEach(key -> finders.merge(key, 1, Integer::sum));
    }
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < reports.size(); i++) {
      MeasuredReport report = reports.get(i);
      int shared = (int) races.get(i).stream().filter(key -> finders.get(key) > 1).count();
      rows.add(
          new Row(
              report.engine(),
              report.complete() ? 0 : report.report().events(),
              races.get(i).size(),
              shared,
              report.nanos(),
              report.retainedBytes()));
    }
    return rows;
  }

  private static List<String> key(Race race, boolean everyPair) {
    String first = race.first().location();
    String second = race.second().location();
    if (everyPair || first.isEmpty() || second.isEmpty()) {
      return List.of("", Long.toString(race.first().index()), Long.toString(race.second().index()));
    }
    return first.compareTo(second) <= 0 ? List.of(first, second) : List.of(second, first);
  }
}
