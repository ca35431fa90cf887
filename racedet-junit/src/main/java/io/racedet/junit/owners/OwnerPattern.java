package io.racedet.junit.owners;

import java.util.regex.Pattern;

/**
 * A pattern of CODEOWNERS. It is one of {@code .gitignore}, but for these differences, which GitHub
 * documents: {@code !} and {@code [ ]} mean nothing, {@code \#} does not begin a pattern, and
 * {@code docs/*} does not match what is in folders of {@code docs}.
 */
final class OwnerPattern {
  private static final String ANY = ".*";
  private static final String NO_SLASH = "[^/]";

  private final Pattern pattern;

  private OwnerPattern(Pattern pattern) {
    this.pattern = pattern;
  }

  /**
   * Parses a pattern.
   *
   * @throws IllegalArgumentException if it has a form that does not work; the message says which
   */
  static OwnerPattern parse(String text) {
    if (text.startsWith("!")) {
      throw new IllegalArgumentException("! does not negate a pattern in CODEOWNERS");
    }
    if (text.startsWith("\\#")) {
      throw new IllegalArgumentException("\\# does not begin a pattern in CODEOWNERS");
    }
    if (unescaped(text, '[') || unescaped(text, ']')) {
      throw new IllegalArgumentException("[ ] is not a character range in CODEOWNERS");
    }
    String plain = text.startsWith("/") ? text.substring(1) : text;
    if (plain.isEmpty() || plain.startsWith("/") || plain.contains("//")) {
      throw new IllegalArgumentException("no pattern (expected: names between single slashes)");
    }
    boolean isFolder = plain.endsWith("/");
    String[] segments = plain.split("/");
    // Only a pattern without a slash, but at its end, matches at every level.
    boolean isAnywhere = segments.length == 1 && !text.startsWith("/");
    return new OwnerPattern(Pattern.compile(regex(segments, isFolder, isAnywhere)));
  }

  private static boolean unescaped(String text, char wanted) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '\\') {
        i++;
      } else if (text.charAt(i) == wanted) {
        return true;
      }
    }
    return false;
  }

  private static String regex(String[] segments, boolean isFolder, boolean isAnywhere) {
    StringBuilder regex = new StringBuilder(isAnywhere ? "(?:.*/)?" : "");
    int last = segments.length - 1;
    for (int i = 0; i < last; i++) {
      regex.append(segments[i].equals("**") ? "(?:.*/)?" : segment(segments[i]) + '/');
    }
    if (segments[last].equals("**")) {
      regex.append(isFolder ? ".+/.+" : ".+");
    } else {
      regex.append(segment(segments[last]));
      boolean isDirectOnly = segments[last].equals("*") && !isAnywhere && !isFolder;
      // What matches a folder matches all that is in it.
      regex.append(isFolder ? "/.+" : isDirectOnly ? "" : "(?:/" + ANY + ")?");
    }
    return regex.toString();
  }

  private static String segment(String text) {
    if (text.equals("*")) {
      return NO_SLASH + "+";
    }
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '*') {
        regex.append(NO_SLASH).append('*');
      } else if (c == '?') {
        regex.append(NO_SLASH);
      } else if (c == '\\' && i + 1 < text.length()) {
        regex.append(Pattern.quote(text.substring(i + 1, i + 2)));
        i++;
      } else {
        regex.append(Pattern.quote(Character.toString(c)));
      }
    }
    return regex.toString();
  }

  /**
   * Returns whether it matches a file, by its path from the root of the repository, with slashes.
   */
  boolean matches(String path) {
    return pattern.matcher(path).matches();
  }
}
