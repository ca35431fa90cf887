package io.racedet.junit.suites;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The first test that the README shows. */
final class ReadmeExample {
  private static final Pattern EXAMPLE =
      Pattern.compile("```java\n(package ([\\w.]+);.*?)```", Pattern.DOTALL);
  private static final Pattern CLASS = Pattern.compile("^class (\\w+)", Pattern.MULTILINE);

  private ReadmeExample() {}

  /**
   * Finds it.
   *
   * @param readme the text of the README
   * @return its source by the full name of its class
   * @throws IllegalArgumentException if there is none
   */
  static Map<String, String> of(String readme) {
    Matcher example = EXAMPLE.matcher(readme);
    if (!example.find()) {
      throw new IllegalArgumentException("no Java class with a package in the README");
    }
    Matcher type = CLASS.matcher(example.group(1));
    if (!type.find()) {
      throw new IllegalArgumentException("no class in " + example.group(1));
    }
    return Map.of(example.group(2) + '.' + type.group(1), example.group(1));
  }
}
