package io.racedet.junit.suites;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Tests that do next to nothing, for the price that each test has whatever it does. */
final class TrivialTests {
  static final int CLASSES = 40;
  static final int TESTS = 50; // of each class

  private static final String HEAD =
      """
      package %s;

      import static org.junit.jupiter.api.Assertions.assertEquals;

      import java.util.ArrayList;
      import java.util.List;
      import org.junit.jupiter.api.Test;

      class %s {
        private final List<Integer> numbers = new ArrayList<>();
        private int sum;
      """;

  private static final String TEST =
      """

        @Test
        void adds_%1$d() {
          numbers.add(%1$d);
          sum += numbers.get(0);
          assertEquals(%1$d, sum);
        }
      """;

  private TrivialTests() {}

  /** Writes the sources of the classes, by their full names. */
  static Map<String, String> sources(String packageName) {
    Map<String, String> sources = new TreeMap<>();
    for (int type = 0; type < CLASSES; type++) {
      String name = "Trivial" + type + "Test";
      StringBuilder text = new StringBuilder(HEAD.formatted(packageName, name));
      for (int test = 0; test < TESTS; test++) {
        text.append(String.format(Locale.ROOT, TEST, test));
      }
      sources.put(packageName + '.' + name, text.append("}\n").toString());
    }
    return sources;
  }
}
