package io.racedet.samples;

import io.racedet.race.Access;
import io.racedet.race.Race;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the comments in the source of a subject state about its variables. */
final class SourceMarks {
  private static final Pattern MARK =
      Pattern.compile("(?:// |; )(race|race, sometimes|shared): ([^;]+)");
  private static final Pattern LOCATION = Pattern.compile("(\\w+)\\.java:(\\d+)");

  private final Class<?> subject;
  private final List<String> lines;

  SourceMarks(Class<?> subject) {
    this.subject = subject;
    Path source = Path.of("src/main/java", subject.getName().replace('.', '/') + ".java");
    try {
      this.lines = Files.readAllLines(source);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The marks of one kind: {@code race}, {@code race, sometimes} or {@code shared}. A semicolon
   * separates the kinds of a line.
   */
  Set<Mark> of(String kind) {
    Set<Mark> marks = new LinkedHashSet<>();
    for (int line = 1; line <= lines.size(); line++) {
      Matcher matcher = MARK.matcher(lines.get(line - 1));
      while (matcher.find()) {
        if (matcher.group(1).equals(kind)) {
          for (String variable : matcher.group(2).split(", ")) {
            marks.add(new Mark(qualified(variable), line));
          }
        }
      }
    }
    return marks;
  }

  Set<String> variables(String kind) {
    return of(kind).stream().map(Mark::variable).collect(Collectors.toSet());
  }

  /** The two locations of a race, as marks. */
  Set<Mark> of(Race race) {
    return Stream.of(race.first(), race.second())
        .map(access -> new Mark(race.variable(), line(access)))
        .collect(Collectors.toSet());
  }

  private int line(Access access) {
    Matcher matcher = LOCATION.matcher(access.location());
    if (!matcher.find() || !matcher.group(1).equals(subject.getSimpleName())) {
      throw new AssertionError(
          access + " is not in the source of " + subject + " (expected: File.java:line)");
    }
    return Integer.parseInt(matcher.group(2));
  }

  /** Marks omit what is clear from the source: the class of a field, the word "array". */
  private String qualified(String variable) {
    if (variable.endsWith("]")) {
      return "array " + variable;
    }
    boolean isField = variable.matches("[\\w.]+");
    return isField ? subject.getSimpleName() + "." + variable : variable;
  }

  record Mark(String variable, int line) {}
}
