package io.racedet.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A number that {@code info} prints. */
record Total(String label, String field, long count, String note) {
  Total(String label, String field, long count) {
    this(label, field, count, "");
  }

  static void print(List<Total> totals, PrintStream out) {
    totals.forEach(t -> out.printf(Locale.ROOT, "%-21s%,15d%s%n", t.label, t.count, t.note));
  }

  static void put(List<Total> totals, Map<String, Object> object) {
    totals.forEach(total -> object.put(total.field, total.count));
  }
}
