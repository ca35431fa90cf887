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
 *
 * <p>or a confirmed deadlock, of which each request has the locations before which threads are
 * held:
 *
 * <pre>
 * racedet replay 1
 * seed NOISE:4711
 * attempt 12
 * request com.acme.Bank.debit()V#0 > com.acme.Bank.transfer()V#2
 * shared request com.acme.Bank.total()V#1
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
  private static final String REQUEST = "request ";
  private static final String SHARED = "shared ";

  /** No name has this in it. */
  private static final String AND = " > ";

  private static final int LINES = 8;
  private static final int MIN_LINES = 5;

  private static final Pattern NUMBER = Pattern.compile("(\\w*):(-?\\d{1,18})");

  private final Path directory;
  private final String test;
  private int written;

  public ReplayFiles(Path directory, String test) {
    this.directory = directory;
    this.test = test;
  }

  /** Writes the file of a race on a variable, or of a deadlock, and returns its path. */
  public String write(SeededSchedule how, String variable) throws IOException {
    Files.createDirectories(directory);
    String name = test.replaceAll("\\W+", "-").toLowerCase(Locale.ROOT) + "." + ++written;
    Path file = directory.resolve(name + ".replay");
    Files.write(file, lines(how, variable));
    return file.toAbsolutePath().toString();
  }

  /**
   * The lines of the file of a race on a variable, or of a deadlock, which is the target of the
   * schedule.
   */
  public static List<String> lines(SeededSchedule how, String variable) {
    List<String> lines =
        new ArrayList<>(List.of(HEADER, SEED + how.replay(), ATTEMPT + how.attempt()));
    if (how.target() instanceof Target.Pair race) {
      lines.add(ELEMENT + how.element());
      lines.add(LATE + how.late());
      lines.add(VARIABLE + variable);
      lines.add(FIRST + race.first());
      lines.add(SECOND + race.second());
    } else if (how.target() instanceof Target.Cycle deadlock) {
      for (Target.Cycle.Request request : deadlock.requests()) {
        lines.add((request.shared() ? SHARED : "") + REQUEST + String.join(AND, request.places()));
      }
    }
    return lines;
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
    return parse(file.toString(), lines(file));
  }

  /** The lines of a file. */
  public static List<String> lines(Path file) throws IOException {
    return Files.readAllLines(file);
  }

  /**
   * Parses the lines of a file.
   *
   * @throws IOException if they have another form; the message says what was expected
   */
  public static SeededSchedule parse(String file, List<String> lines) throws IOException {
    boolean isOfDeadlock = lines.size() >= MIN_LINES && lines.get(MIN_LINES - 1).contains(REQUEST);
    if (!isOfDeadlock && lines.size() != LINES || !lines.get(0).equals(HEADER)) {
      throw new IOException(file + " (expected: a file that begins with \"" + HEADER + "\")");
    }
    Matcher seed = NUMBER.matcher(rest(file, lines.get(1), SEED));
    Matcher attempt = NUMBER.matcher(":" + rest(file, lines.get(2), ATTEMPT));
    if (isOfDeadlock) {
      return cycle(file, seed, attempt, lines.subList(3, lines.size()));
    }
    int element = number(file, lines.get(3), ELEMENT);
    int late = number(file, lines.get(4), LATE);
    rest(file, lines.get(5), VARIABLE);
    Target target =
        new Target.Pair(rest(file, lines.get(6), FIRST), rest(file, lines.get(7), SECOND));
    if (!seed.matches() || !attempt.matches() || !target.isKnown()) {
      throw new IOException(file + " (expected: SCHEDULE:number, a number, and two locations)");
    }
    return new SeededSchedule(schedule(file, seed.group(1)), Long.parseLong(seed.group(2)))
        .at(target, Long.parseLong(attempt.group(2)), element, late);
  }

  private static SeededSchedule cycle(
      String file, Matcher seed, Matcher attempt, List<String> lines) throws IOException {
    List<Target.Cycle.Request> requests = new ArrayList<>();
    for (String line : lines) {
      boolean isShared = line.startsWith(SHARED);
      String places = rest(file, isShared ? line.substring(SHARED.length()) : line, REQUEST);
      requests.add(new Target.Cycle.Request(List.of(places.split(AND)), isShared));
    }
    if (!seed.matches() || !attempt.matches()) {
      throw new IOException(file + " (expected: SCHEDULE:number, and a number)");
    }
    return new SeededSchedule(schedule(file, seed.group(1)), Long.parseLong(seed.group(2)))
        .at(new Target.Cycle(requests), Long.parseLong(attempt.group(2)));
  }

  private static int number(String file, String line, String start) throws IOException {
    String text = rest(file, line, start);
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException bad) {
      throw new IOException(file + ": " + line + " (expected: " + start + "and a number)", bad);
    }
  }

  private static Schedule schedule(String file, String name) throws IOException {
    return Arrays.stream(Schedule.values())
        .filter(schedule -> schedule.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IOException(file + ": unknown schedule " + name));
  }

  private static String rest(String file, String line, String start) throws IOException {
    if (!line.startsWith(start)) {
      throw new IOException(file + ": " + line + " (expected: " + start + "...)");
    }
    return line.substring(start.length());
  }
}
