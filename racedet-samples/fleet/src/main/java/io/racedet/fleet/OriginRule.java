package io.racedet.fleet;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Derives build and module from the path of a trace, by a regular expression with groups of these
 * names.
 */
final class OriginRule {
  /**
   * The last two folders of a path, not counting those that racedet itself makes: {@code
   * .../BUILD/MODULE/target/racedet/traces/x.rdt}, or {@code .../BUILD/MODULE/x.rdt}.
   */
  static final String DEFAULT =
      "(?:.*?/)??(?:(?<build>[^/]+)/)?(?<module>[^/]+)(?:/target/racedet)?(?:/traces)?/[^/]+";

  private static final String BUILD = "build";
  private static final String MODULE = "module";

  private final Pattern path;
  private final boolean hasBuild;
  private final boolean hasModule;

  /**
   * Compiles a rule.
   *
   * @throws IllegalArgumentException if it is no regular expression, or has neither group
   */
  OriginRule(String expression) {
    try {
      path = Pattern.compile(expression);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          expression + " (expected: a regular expression; " + e.getDescription() + ")", e);
    }
    hasBuild = expression.contains("(?<" + BUILD + ">");
    hasModule = expression.contains("(?<" + MODULE + ">");
    if (!hasBuild && !hasModule) {
      throw new IllegalArgumentException(
          expression + " (expected: a group (?<build>...) or (?<module>...))");
    }
  }

  /** What the path tells; nothing if the whole path does not match. */
  Origin of(String name) {
    Matcher matcher = path.matcher(name);
    if (!matcher.matches()) {
      return new Origin("", "");
    }
    return new Origin(
        hasBuild ? group(matcher, BUILD) : "", hasModule ? group(matcher, MODULE) : "");
  }

  private static String group(Matcher matcher, String name) {
    String text = matcher.group(name);
    return text == null ? "" : text;
  }
}
