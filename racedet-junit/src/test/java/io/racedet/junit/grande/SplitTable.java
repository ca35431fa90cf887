package io.racedet.junit.grande;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The table of what took the time of checked programs: a row for each program and mode. */
final class SplitTable {
  private static final String TIMES = "%-12s %-15s %10s %10s";
  private static final String SHARE = " %7s";
  private static final String NONE = "-";
  private static final double NANOS_A_MILLI = 1e6;
  private static final double PERCENT = 100;
  private static final String EXPLANATION =
      """
      Of each run: its time, and that of all processors, of which the parts are percent. gc and jit
      are threads of the JVM, with their time; samples of Java code split that of the others.
      """;

  private final List<Measurement> measured;

  SplitTable(List<Measurement> measured) {
    this.measured = List.copyOf(measured);
  }

  /** The lines of the table, and what its columns are. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        row(
            Stream.of("program", "mode", "ms", "cpu ms"),
            Arrays.stream(Part.values()).map(Part::text),
            ""));
    measured.forEach(one -> text.append(row(one)));
    return text.append(EXPLANATION.replace("\n", System.lineSeparator())).toString();
  }

  private static String row(Measurement measured) {
    Split split = measured.split();
    int runs = measured.runs().size();
    return row(
        Stream.of(
            measured.program().text(),
            measured.mode().text(),
            number(measured.median() / NANOS_A_MILLI),
            number(split.total() / NANOS_A_MILLI / runs)),
        Arrays.stream(Part.values()).map(part -> number(PERCENT * split.share(part))),
        measured.reason());
  }

  private static String number(double value) {
    return Double.isNaN(value) ? NONE : String.format(Locale.ROOT, "%.1f", value);
  }

  private static String row(Stream<String> times, Stream<String> shares, String remark) {
    List<String> cells = new ArrayList<>(times.toList());
    shares.forEach(cells::add);
    cells.add(remark);
    String format = TIMES + SHARE.repeat(Part.values().length) + "  %s";
    return String.format(Locale.ROOT, format, cells.toArray()).stripTrailing()
        + System.lineSeparator();
  }
}
