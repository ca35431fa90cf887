package io.racedet.junit.owners;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The owners of the files of a repository, as its CODEOWNERS tells them to GitHub: of all lines
 * whose pattern matches a file, the last one counts. Immutable.
 */
public final class CodeOwners {
  /** No file has an owner. */
  public static final CodeOwners NONE = new CodeOwners(List.of(), List.of());

  /** Where GitHub looks, in this order: only the first one counts. */
  private static final List<String> FILES =
      List.of(".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS");

  /** GitHub does not load a larger file. */
  private static final long MAX_BYTES = 3 << 20;

  private static final Pattern OWNER =
      Pattern.compile("@[\\w-]+(?:/[\\w.-]+)?|[^@\\s]+@[^@\\s]+\\.[^@\\s]+");

  /** A line of the file. */
  private record Line(OwnerPattern pattern, List<String> owners) {}

  private final List<Line> lines;
  private final List<String> problems;

  private CodeOwners(List<Line> lines, List<String> problems) {
    this.lines = List.copyOf(lines);
    this.problems = List.copyOf(problems);
  }

  /**
   * Reads the file of a repository; returns the owners; none if there is no file.
   *
   * @throws IOException if the file cannot be read
   */
  public static CodeOwners read(Path repository) throws IOException {
    for (String name : FILES) {
      Path file = repository.resolve(name);
      if (Files.isRegularFile(file)) {
        return Files.size(file) > MAX_BYTES
            ? new CodeOwners(List.of(), List.of(name + " is larger than 3 MB: it is ignored"))
            : parse(name, new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
      }
    }
    return NONE;
  }

  /** Whether no file has an owner. */
  public boolean isEmpty() {
    return lines.isEmpty();
  }

  /** Parses a file. A line that does not parse is a problem, and is left out. */
  static CodeOwners parse(String name, String text) {
    List<Line> lines = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    int number = 0;
    for (String each : text.lines().toList()) {
      number++;
      List<String> words = words(each);
      if (!words.isEmpty()) {
        try {
          lines.add(line(words));
        } catch (IllegalArgumentException bad) {
          problems.add(
              name
                  + ":"
                  + number
                  + ": "
                  + bad.getMessage()
                  + ": the line is ignored, as by GitHub");
        }
      }
    }
    return new CodeOwners(lines, problems);
  }

  private static Line line(List<String> words) {
    OwnerPattern pattern = OwnerPattern.parse(words.get(0));
    List<String> owners = words.subList(1, words.size());
    for (String owner : owners) {
      if (!OWNER.matcher(owner).matches()) {
        throw new IllegalArgumentException(
            owner + " is not an owner (expected: @user, @organization/team or an email address)");
      }
    }
    return new Line(pattern, List.copyOf(owners));
  }

  /** The words before a comment; a backslash keeps a space in a word. */
  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\\' && i + 1 < line.length()) {
        word.append(c).append(line.charAt(++i));
      } else if (c == ' ' || c == '\t') {
        end(words, word);
      } else if (c == '#' && word.isEmpty()) {
        break;
      } else {
        word.append(c);
      }
    }
    end(words, word);
    return words;
  }

  private static void end(List<String> words, StringBuilder word) {
    if (!word.isEmpty()) {
      words.add(word.toString());
      word.setLength(0);
    }
  }

  /**
   * Returns the owners of a file, by its path from the root of the repository, with slashes; none
   * if no line matches, or the last one names none.
   */
  public List<String> of(String path) {
    for (int i = lines.size() - 1; i >= 0; i--) {
      if (lines.get(i).pattern().matches(path)) {
        return lines.get(i).owners();
      }
    }
    return List.of();
  }

  /** What is wrong with lines of the file. */
  public List<String> problems() {
    return problems;
  }
}
