package io.racedet.junit.results;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The run that this JVM is a part of: the JVMs of one run write one report.
 *
 * <p>Build tools start JVMs for tests from a JVM of their own, directly or through a shell. So all
 * that have the same one as parent or grandparent are one run; a JVM that was started otherwise is
 * a run by itself. The system property {@value #PROPERTY} says otherwise.
 *
 * @param text names it, for the name of a folder
 * @param open whether what started it may start other runs, too: a daemon of a build tool. The
 *     newest result of a test replaces earlier ones then
 */
record RunName(String text, boolean open) {
  static final String PROPERTY = "racedet.run";

  private static final int ANCESTORS = 2;
  private static final List<String> DAEMONS = List.of("org.gradle.", "org.mvndaemon.");

  static RunName current() {
    String given = System.getProperty(PROPERTY, "");
    if (!given.isBlank()) {
      return new RunName("run-" + Integer.toHexString(given.hashCode()), false);
    }
    Optional<ProcessHandle> starter = ProcessHandle.current().parent();
    for (int i = 1; i < ANCESTORS && starter.isPresent() && !isJava(starter.get()); i++) {
      starter = starter.get().parent();
    }
    return starter
        .filter(RunName::isJava)
        .map(java -> new RunName(ProcessIdentity.of(java).text(), isDaemon(java)))
        .orElseGet(() -> new RunName(ProcessIdentity.current().text(), false));
  }

  private static boolean isJava(ProcessHandle process) {
    String command = process.info().command().orElse("").toLowerCase(Locale.ROOT);
    return command.endsWith("java") || command.endsWith("java.exe");
  }

  private static boolean isDaemon(ProcessHandle process) {
    String command = process.info().commandLine().orElse("");
    return DAEMONS.stream().anyMatch(command::contains);
  }
}
