package io.racedet.junit.settings;

import io.racedet.junit.Schedule;
import io.racedet.junit.report.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Files that reproduce a confirmed race: its seed, schedule, and two locations.
 *
 * <pre>
 * racedet replay 1
 * seed NOISE:4711
 * attempt 12
 * element -1
 * late 2
 * variable Account.balance
 * first com.acme.Account.deposit(I)V#1
 * second com.acme.Account.deposit(I)V#3
 * </pre>
 */
public final class ReplayFiles {
  private static final String HEADER = "racedet replay 1";
  private static final String SEED = "seed ";
  private static final String ATTEMPT = "attempt ";
  private static final String ELEMENT = "element ";
  private static final String LATE = "late ";
  private static final String VARIABLE = "variable ";
  private static final String FIRST = "first ";
  private static final String SECOND = "second ";
  private static final int LINES = 8;

  private static final Pattern NUMBER = Pattern.compile("(\\w*):(-?\\d{1,18})");

  private final Path directory;
  private final String test;
  private int written;

  /**
   * Creates an object that has written no file yet.
   *
   * @param directory the directory of the files
   * @param test name of the test
   */
  public ReplayFiles(Path directory, String test) {
    this.directory = directory;
    this.test = test;
  }

  /** Writes a file and returns its path. */
  public String write(SeededSchedule how, String variable) throws IOException {
    Files.createDirectories(directory);
    String name = test.replaceAll("\\W+", "-").toLowerCase(Locale.ROOT) + "." + ++written;
    Path file = directory.resolve(name + ".replay");
    Files.write(
        file,
        List.of(
            HEADER,
            SEED + how.replay(),
            ATTEMPT + how.attempt(),
            ELEMENT + how.element(),
            LATE + how.late(),
            VARIABLE + variable,
            FIRST + how.target().first(),
            SECOND + how.target().second()));
    return file.toAbsolutePath().toString();
  }

  /**
   * The path of a file as reports show it: relative, or its name only, since an absolute path is
   * specific to one machine.
   */
  public static String relative(String file) {
    Path here = Path.of("").toAbsolutePath();
    Path path = Path.of(file).toAbsolutePath();
    return (path.startsWith(here) ? here.relativize(path) : path.getFileName())
        .toString()
        .replace('\\', '/');
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read; the message says what was expected
   */
  public static SeededSchedule read(Path file) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    if (lines.size() != LINES || !lines.get(0).equals(HEADER)) {
      throw new IOException(file + " (expected: a file that begins with \"" + HEADER + "\")");
    }
    Matcher seed = NUMBER.matcher(rest(file, lines.get(1), SEED));
    Matcher attempt = NUMBER.matcher(":" + rest(file, lines.get(2), ATTEMPT));
    int element = number(file, lines.get(3), ELEMENT);
    int late = number(file, lines.get(4), LATE);
    rest(file, lines.get(5), VARIABLE);
    Target target = new Target(rest(file, lines.get(6), FIRST), rest(file, lines.get(7), SECOND));
    if (!seed.matches() || !attempt.matches() || !target.isKnown()) {
      throw new IOException(file + " (expected: SCHEDULE:number, a number, and two locations)");
    }
    return new SeededSchedule(schedule(file, seed.group(1)), Long.parseLong(seed.group(2)))
        .at(target, Long.parseLong(attempt.group(2)), element, late);
  }

  private static int number(Path file, String line, String start) throws IOException {
    String text = rest(file, line, start);
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException bad) {
      throw new IOException(file + ": " + line + " (expected: " + start + "and a number)", bad);
    }
  }

  private static Schedule schedule(Path file, String name) throws IOException {
    return Arrays.stream(Schedule.values())
        .filter(schedule -> schedule.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IOException(file + ": unknown schedule " + name));
  }

  private static String rest(Path file, String line, String start) throws IOException {
    if (!line.startsWith(start)) {
      throw new IOException(file + ": " + line + " (expected: " + start + "...)");
    }
    return line.substring(start.length());
  }
}
