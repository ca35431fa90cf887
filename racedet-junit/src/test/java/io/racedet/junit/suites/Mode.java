package io.racedet.junit.suites;

import java.util.List;
import java.util.Locale;

/** How a suite is run. */
enum Mode {
  /** Without racedet. */
  PLAIN,
  /** Every test is checked. */
  CHECKED;

  /** Its name in the names of folders. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The options of the JVM that make it so. */
  List<String> flags(Suite suite) {
    if (suite.form() == Suite.Form.EXAMPLE) {
      // It names racedet, and so cannot run without.
      return this == PLAIN ? List.of("-Dracedet.enabled=false") : List.of();
    }
    return this == PLAIN
        ? List.of()
        : List.of("-Dracedet.auto=true", "-Dracedet.instrument=" + suite.packages());
  }

  /** Whether racedet is on the class path. */
  boolean hasRacedet(Suite suite) {
    return this == CHECKED || suite.form() == Suite.Form.EXAMPLE;
  }
}
