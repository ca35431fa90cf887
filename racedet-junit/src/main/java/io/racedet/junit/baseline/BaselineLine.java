package io.racedet.junit.baseline;

import io.racedet.report.RaceKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * One accepted race as text: variable, two locations, and reason, separated by vertical bars.
 *
 * <pre>
 * com.acme.Account.balance | com.acme.Account#deposit(I)V:0 | com.acme.Account#deposit(I)V:1 | statistics only
 * </pre>
 *
 * <p>Names may contain any character: bars, backslashes, control characters, and leading and
 * trailing spaces are escaped.
 */
public final class BaselineLine {
  /** Stands for a reason that is yet to be written. */
  static final String TODO = "TODO: why is this accepted?";

  private static final String BAR = " | ";
  private static final int PARTS = 4;

  /** The name of a lock, in place of a location that is not known. */
  private static final Pattern NUMBERED = Pattern.compile("^\\? (?:.*@\\d|object \\d)");

  private static final String EXPECTED =
      " (expected: variable | location | location | reason; or a comment after #)";

  private BaselineLine() {}

  /** Formats a line. */
  public static String of(RaceKey key, String reason) {
    return String.join(
        BAR, escaped(key.variable()), escaped(key.first()), escaped(key.second()), reason);
  }

  /** Formats the line of a race whose reason is yet to be written. */
  public static String unexplained(RaceKey key) {
    return of(key, TODO);
  }

  /**
   * What a line accepts: a race by its variable, which the team knows; a deadlock, which has none,
   * by the locations of its requests.
   */
  public static String subject(RaceKey key) {
    return key.kind() == RaceKey.Kind.DEADLOCK
        ? "deadlock at " + String.join(" and ", key.locations())
        : "race on " + key.variable();
  }

  /**
   * Whether a deadlock is identified by the numbers of objects, as earlier versions did. Each run
   * gives them anew, so that such a line accepts nothing.
   */
  public static boolean isOfNumberedObjects(RaceKey key) {
    return key.kind() == RaceKey.Kind.DEADLOCK
        && key.locations().stream().anyMatch(location -> NUMBERED.matcher(location).find());
  }

  /** Returns whether a line is blank or a comment. */
  static boolean isComment(String line) {
    return line.isBlank() || line.strip().startsWith("#");
  }

  /**
   * Parses a line; does not check its reason.
   *
   * @throws IllegalArgumentException if it is malformed; the message says what was expected
   */
  public static AcceptedRace parse(String line, int number) {
    List<String> parts = parts(line);
    if (parts.size() < PARTS - 1 || parts.stream().limit(PARTS - 1).anyMatch(String::isBlank)) {
      throw new IllegalArgumentException('"' + line.strip() + '"' + EXPECTED);
    }
    // A reason may contain bars.
    String reason = String.join(BAR, parts.subList(PARTS - 1, parts.size())).strip();
    RaceKey key =
        RaceKey.ofTexts(unescaped(parts.get(0)), unescaped(parts.get(1)), unescaped(parts.get(2)));
    return new AcceptedRace(key, reason, number);
  }

  /** Returns whether a text is a reason, neither blank nor a placeholder. */
  static boolean isReason(String text) {
    return !text.isBlank() && !text.toUpperCase(Locale.ROOT).startsWith("TODO");
  }

  private static List<String> parts(String line) {
    List<String> parts = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) == '\\') {
        i++;
      } else if (line.charAt(i) == '|') {
        parts.add(line.substring(start, i).strip());
        start = i + 1;
      }
    }
    parts.add(line.substring(start).strip());
    return parts;
  }

  private static String escaped(String name) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean atEnd = i == 0 || i == name.length() - 1;
      if (c == '\\' || c == '|') {
        text.append('\\').append(c);
      } else if (isUnprintable(c) || atEnd && Character.isWhitespace(c) || i == 0 && c == '#') {
        text.append("\\u").append(String.format("%04x", (int) c));
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }

  /**
   * Includes every character that an editor may treat as a line end, or that can hide other text.
   */
  private static boolean isUnprintable(char c) {
    return Character.isISOControl(c)
        || Character.isSurrogate(c)
        || switch (Character.getType(c)) {
          case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
          default -> false;
        };
  }

  private static String unescaped(String text) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\') {
        name.append(c);
      } else if (text.startsWith("\\u", i)) {
        name.append(unicode(text, i));
        i += "\\uXXXX".length() - 1;
      } else if (i + 1 < text.length()) {
        name.append(text.charAt(++i));
      } else {
        throw new IllegalArgumentException('"' + text + "\" ends in a backslash" + EXPECTED);
      }
    }
    return name.toString();
  }

  private static char unicode(String text, int at) {
    int end = at + "\\uXXXX".length();
    String digits = end <= text.length() ? text.substring(at + 2, end) : "";
    if (!digits.matches("[0-9a-fA-F]{4}")) {
      throw new IllegalArgumentException(
          '"' + text + "\" (expected: four hexadecimal digits after \\u)");
    }
    return (char) Integer.parseInt(digits, 16);
  }
}
