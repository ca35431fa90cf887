package io.racedet.junit.mutation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of the model of the JDK, in parts that can be changed. */
final class ModelText {
  private static final String SIGNATURE = "(?:[\\w$]+|<init>)\\([^()]*\\)(?:\\s+@[\\d+-]+)?";
  private static final Pattern METHODS =
      Pattern.compile(
          "(?<methods>" + SIGNATURE + "(?:\\s*,\\s*" + SIGNATURE + ")*)(?:\\s+(?<rest>[^@,].*))?");
  private static final Pattern ONE = Pattern.compile(SIGNATURE);
  private static final Pattern COMMENT = Pattern.compile("(?:^|\\s)#.*");

  /** A rule for calls of user code, which weaves nothing into the JDK. */
  private static final Pattern RULE =
      Pattern.compile("(?:unknown|known|pure|stateful|synchronised|mutable|external)\\s.*");

  private static final Pattern OTHERS = Pattern.compile("(?<methods>\\*)(?:\\s+(?<rest>.*))?");

  /**
   * A line of the entry of a class.
   *
   * @param number its number, from 1
   * @param entry the number of the line with which the entry begins
   * @param methods what it names, or all of a line that names no method
   * @param clauses clauses and flags
   */
  record Line(
      int number,
      int entry,
      String section,
      String className,
      List<String> methods,
      List<String> clauses) {
    Line {
      methods = List.copyOf(methods);
      clauses = List.copyOf(clauses);
    }

    boolean isMethods() {
      return methods.get(0).endsWith(")") || methods.get(0).contains("@") || isRest();
    }

    boolean isRest() {
      return methods.get(0).equals("*");
    }

    String signature() {
      return String.join(", ", methods);
    }
  }

  private final List<String> raw;
  private final List<Line> lines = new ArrayList<>();

  private int entry;
  private String section = "";
  private String className;

  private ModelText(String text) {
    this.raw = List.of(text.split("\n", -1));
    for (int i = 0; i < raw.size(); i++) {
      String line = COMMENT.matcher(raw.get(i)).replaceFirst("").strip();
      if (line.startsWith("[")) {
        section = line.replaceAll("[\\[\\]]|:.*", "");
      } else if (line.startsWith("class ")) {
        className = line.split(" ")[1];
        entry = i + 1;
      } else if (!line.isEmpty() && !RULE.matcher(line).matches()) {
        lines.add(line(i + 1, line));
      }
    }
  }

  static ModelText ofJdk() {
    try (InputStream in =
        ModelText.class.getResourceAsStream("/io/racedet/junit/agent/model/jdk.model")) {
      return new ModelText(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ModelText of(Path file) throws IOException {
    return new ModelText(Files.readString(file));
  }

  /** Only the entries of classes of one nest, with the numbers of their lines. */
  static String nestOf(String className, String text) {
    StringBuilder kept = new StringBuilder();
    String outermost = outermost(className);
    boolean keeps = false;
    for (String line : text.split("\n", -1)) {
      if (line.startsWith("[") || RULE.matcher(line).matches()) {
        keeps = false;
      } else if (line.startsWith("class ")) {
        keeps = outermost(line.split(" ")[1]).equals(outermost);
      }
      kept.append(keeps ? line : "").append('\n');
    }
    return kept.toString();
  }

  static String outermost(String className) {
    return className.replaceAll("[$].*", "");
  }

  private Line line(int number, String text) {
    Matcher m = METHODS.matcher(text);
    if (!m.matches()) {
      m = OTHERS.matcher(text);
      if (!m.matches()) {
        return new Line(number, entry, section, className, List.of(text), List.of());
      }
    }
    List<String> clauses =
        m.group("rest") == null
            ? List.of()
            : Arrays.stream(m.group("rest").split(";")).map(String::strip).toList();
    List<String> methods =
        m.group("methods").equals("*")
            ? List.of("*")
            : ONE.matcher(m.group("methods")).results().map(r -> r.group()).toList();
    return new Line(number, entry, section, className, methods, clauses);
  }

  /** The lines of the entries of classes. */
  List<Line> lines() {
    return lines;
  }

  String text() {
    return String.join("\n", raw);
  }

  /** The text with another line in the place of one. */
  String with(int number, String line) {
    List<String> changed = new ArrayList<>(raw);
    changed.set(number - 1, line);
    return String.join("\n", changed);
  }
}
