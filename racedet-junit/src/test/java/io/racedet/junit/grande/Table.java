package io.racedet.junit.grande;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The table of all measurements: a row for each program, and the geometric means. It has columns
 * for RoadRunner if that was measured.
 */
final class Table {
  private static final String COSTS = "%-12s %10s %10s %7s %11s %7s";
  private static final String BESIDE = " %13s %7s";
  private static final String DETAILS = " %11s %13s  %s";
  private static final String NONE = "-";
  private static final double NANOS_A_MILLI = 1e6;

  private final Map<Program, Map<Mode, Measurement>> rows = new LinkedHashMap<>();
  private final boolean isBeside;

  Table(List<Measurement> measurements) {
    for (Measurement measured : measurements) {
      rows.computeIfAbsent(measured.program(), program -> new LinkedHashMap<>())
          .put(measured.mode(), measured);
    }
    isBeside = measurements.stream().anyMatch(measured -> measured.mode() == Mode.ROADRUNNER);
  }

  /** The lines of the table. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        row(
            List.of("program", "plain ms", "idle ms", "times", "checked ms", "times"),
            List.of("roadrunner ms", "times"),
            List.of("recording", "events", "races")));
    rows.keySet().forEach(program -> text.append(row(program)));
    return text.append(means()).toString();
  }

  private String row(Program program) {
    Measurement checked = rows.get(program).get(Mode.CHECKED);
    return row(
        List.of(
            program.text(),
            millis(program, Mode.PLAIN),
            millis(program, Mode.IDLE),
            times(program, Mode.IDLE),
            millis(program, Mode.CHECKED),
            times(program, Mode.CHECKED)),
        List.of(millis(program, Mode.ROADRUNNER), times(program, Mode.ROADRUNNER)),
        List.of(
            checked == null ? NONE : millis(checked.recording()),
            checked == null ? NONE : String.format(Locale.ROOT, "%,d", checked.events()),
            remarks(program)));
  }

  private String means() {
    return row(
        List.of("mean", "", "", mean(Mode.IDLE), "", mean(Mode.CHECKED)),
        List.of("", mean(Mode.ROADRUNNER)),
        List.of("", "", "(geometric, of " + sizes() + ')'));
  }

  private String sizes() {
    String idle = size(Mode.IDLE);
    String checked = size(Mode.CHECKED);
    return isBeside
        ? idle + ", " + checked + " and " + size(Mode.ROADRUNNER)
        : idle + " and " + checked;
  }

  private String size(Mode mode) {
    return ratios(mode).size() + " " + mode.text();
  }

  private String mean(Mode mode) {
    OptionalDouble mean = ratios(mode).stream().mapToDouble(Math::log).average();
    return mean.isPresent() ? times(Math.exp(mean.getAsDouble())) : NONE;
  }

  private List<Double> ratios(Mode mode) {
    List<Double> ratios = new ArrayList<>();
    for (Program program : rows.keySet()) {
      ratio(program, mode).ifPresent(ratios::add);
    }
    return ratios;
  }

  /** How many times the plain program; empty unless both are complete. */
  private OptionalDouble ratio(Program program, Mode mode) {
    Measurement plain = rows.get(program).get(Mode.PLAIN);
    Measurement other = rows.get(program).get(mode);
    return isComplete(plain) && isComplete(other)
        ? OptionalDouble.of(other.median() / plain.median())
        : OptionalDouble.empty();
  }

  private static boolean isComplete(Measurement measured) {
    return measured != null && measured.outcome() == Outcome.COMPLETE;
  }

  private String times(Program program, Mode mode) {
    OptionalDouble ratio = ratio(program, mode);
    return ratio.isPresent() ? times(ratio.getAsDouble()) : NONE;
  }

  private static String times(double ratio) {
    return String.format(Locale.ROOT, "%.2f", ratio);
  }

  private String millis(Program program, Mode mode) {
    Measurement measured = rows.get(program).get(mode);
    return measured == null ? NONE : millis(measured.median());
  }

  private static String millis(double nanos) {
    return Double.isNaN(nanos) ? NONE : String.format(Locale.ROOT, "%.1f", nanos / NANOS_A_MILLI);
  }

  private String remarks(Program program) {
    List<String> remarks = new ArrayList<>();
    for (Measurement measured : rows.get(program).values()) {
      if (measured.outcome() == Outcome.FAILED) {
        remarks.add(measured.mode().text() + " failed: " + measured.reason());
      } else if (measured.mode() == Mode.CHECKED) {
        remarks.add(verdict(measured));
      } else if (measured.mode() == Mode.ROADRUNNER) {
        remarks.add(measured.mode().text() + ' ' + races(measured));
      }
    }
    return remarks.isEmpty() ? NONE : String.join("; ", remarks);
  }

  private static String verdict(Measurement checked) {
    String races = races(checked);
    if (checked.outcome() == Outcome.COMPLETE) {
      return races;
    }
    String found = checked.races() == 0 ? "" : " (" + races + " until then)";
    return "not checked: " + checked.reason() + found;
  }

  private static String races(Measurement measured) {
    return measured.races() == 0 ? "none" : Integer.toString(measured.races());
  }

  private String row(List<String> costs, List<String> beside, List<String> details) {
    String row =
        cells(COSTS, costs) + (isBeside ? cells(BESIDE, beside) : "") + cells(DETAILS, details);
    return row.stripTrailing() + System.lineSeparator();
  }

  private static String cells(String format, List<String> cells) {
    return String.format(Locale.ROOT, format, cells.toArray());
  }
}
