package io.racedet.oracle;

import java.util.Map;
import java.util.SortedSet;

/**
 * A litmus trace with its verdicts.
 *
 * @param name its name in the table
 * @param trace the trace; the location of each event is its index
 * @param verdicts the columns of the table
 */
public record LitmusCase(String name, TestTrace trace, Map<String, String> verdicts) {
  /** The pairs of a column that holds pairs. */
  public SortedSet<Pair> pairs(String column) {
    String cell = verdicts.get(column);
    if (cell == null) {
      throw new IllegalArgumentException(
          "column: " + column + " (expected: one of " + verdicts.keySet() + ")");
    }
    return Pair.parse(cell);
  }

  public boolean has(String column) {
    return verdicts.containsKey(column);
  }

  @Override
  public String toString() {
    return name;
  }
}
