package io.racedet.junit.grande;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The timed runs of a program in one process, which prints them as one line.
 *
 * @param program the program
 * @param mode how it was run
 * @param outcome what the times are good for
 * @param runs the nanoseconds of each run
 * @param recordings the nanoseconds from the start of the recording to its end, of each run;
 *     without elements where nothing is recorded
 * @param events how many events the last run recorded
 * @param races how many races it found
 * @param split what took their time, where that was sampled
 * @param reason why it is not complete; otherwise empty
 */
record Measurement(
    Program program,
    Mode mode,
    Outcome outcome,
    List<Long> runs,
    List<Long> recordings,
    long events,
    int races,
    Split split,
    String reason) {
  private static final String MARK = "racedet.grande";
  private static final int FIELDS = 10;

  Measurement {
    runs = List.copyOf(runs);
    recordings = List.copyOf(recordings);
    reason = reason.strip().replaceAll("\\s+", " ");
  }

  /** Of a process that printed no line. */
  static Measurement failed(Program program, Mode mode, String reason) {
    return new Measurement(
        program, mode, Outcome.FAILED, List.of(), List.of(), 0, 0, Split.NONE, reason);
  }

  /** The median of the runs in nanoseconds. */
  double median() {
    return median(runs);
  }

  /** The median of the recordings in nanoseconds. */
  double recording() {
    return median(recordings);
  }

  private static double median(List<Long> values) {
    long[] sorted = values.stream().mapToLong(Long::longValue).sorted().toArray();
    int last = sorted.length - 1;
    return last < 0 ? Double.NaN : (sorted[last / 2] + sorted[(last + 1) / 2]) / 2.0;
  }

  /** The line, with tabs between its fields. */
  String line() {
    return String.join(
        "\t",
        MARK,
        program.text(),
        mode.text(),
        outcome.name(),
        text(runs),
        text(recordings),
        Long.toString(events),
        Integer.toString(races),
        text(split.numbers()),
        reason);
  }

  /** Reads a line; empty if it is one of another kind. */
  static Optional<Measurement> parse(String line) {
    String[] fields = line.split("\t", -1);
    if (!fields[0].equals(MARK)) {
      return Optional.empty();
    }
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException(
          "fields: " + fields.length + " (expected: " + FIELDS + ") in " + line);
    }
    return Optional.of(
        new Measurement(
            Program.of(fields[1]),
            Mode.of(fields[2]),
            Outcome.valueOf(fields[3]),
            numbers(fields[4]),
            numbers(fields[5]),
            Long.parseLong(fields[6]),
            Integer.parseInt(fields[7]),
            Split.of(numbers(fields[8])),
            fields[9]));
  }

  private static String text(List<Long> numbers) {
    return numbers.stream().map(Object::toString).collect(Collectors.joining(","));
  }

  private static List<Long> numbers(String text) {
    return text.isEmpty() ? List.of() : Arrays.stream(text.split(",")).map(Long::valueOf).toList();
  }
}
