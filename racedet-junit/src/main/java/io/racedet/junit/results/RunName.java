package io.racedet.junit.results;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The run that this JVM belongs to: the JVMs of one run write one report.
 *
 * <p>Build tools start the JVMs of tests from a JVM of their own, directly or through a shell. JVMs
 * that have the same JVM as parent or grandparent therefore belong to one run; any other JVM is a
 * run of its own. The system property {@value #PROPERTY} overrides this.
 *
 * @param open whether the JVM that started it may start further runs, as the daemon of a build tool
 *     does; then the newest result of a test replaces earlier ones
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
