package io.racedet.junit.suites;

import io.racedet.junit.RaceFree;
import io.racedet.race.Grade;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Starts the processes in which suites are run.
 *
 * @param own the class path of this process
 * @param flags more options of the JVM
 */
record SuiteJvm(List<Path> own, List<String> flags) {
  private static final int MAX_MINUTES = 60;

  /** With the class path of this process. */
  static SuiteJvm ofThisProcess(List<String> flags) {
    List<Path> own =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(entry -> Path.of(entry).toAbsolutePath())
            .toList();
    return new SuiteJvm(own, flags);
  }

  /**
   * Runs a suite to its end.
   *
   * @param number which run it is
   * @throws IllegalStateException if the process wrote no results; the message says what it printed
   */
  Measurement run(Prepared suite, Mode mode, int number) throws IOException, InterruptedException {
    String name = mode.text() + '-' + number;
    Path results = suite.folder().resolve(name + ".tsv");
    Path printed = suite.folder().resolve(name + ".txt");
    Files.deleteIfExists(results);
    Process process =
        new ProcessBuilder(command(suite, mode, name, results))
            .directory(suite.folder().toFile())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    boolean ended = process.waitFor(MAX_MINUTES, TimeUnit.MINUTES);
    process.destroyForcibly().waitFor();
    if (!Files.exists(results)) {
      throw new IllegalStateException(
          suite.suite().text()
              + (ended ? " wrote no results" : " has not ended in " + MAX_MINUTES + " minutes")
              + ", see "
              + printed);
    }
    return Measurement.parse(Files.readAllLines(results));
  }

  private List<String> command(Prepared suite, Mode mode, String name, Path results) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx4g");
    // Old releases of libraries of mocks define classes by reflection.
    command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
    if (Runtime.version().feature() >= 21) {
      command.add("-XX:+EnableDynamicAgentLoading");
    }
    command.add("-Dracedet.output=racedet-" + name);
    command.addAll(mode.flags(suite.suite()));
    command.addAll(flags.stream().map(flag -> flag.replace("%NAME", name)).toList());
    command.add("-cp");
    command.add(classPath(suite, mode));
    command.addAll(
        List.of(SuiteProcess.class.getName(), suite.classes().toString(), results.toString()));
    return command;
  }

  private String classPath(Prepared suite, Mode mode) {
    Set<Path> racedet = mode.hasRacedet(suite.suite()) ? Set.of() : racedet();
    return Stream.concat(suite.classPath().stream(), own.stream())
        .filter(entry -> !racedet.contains(entry))
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Set<Path> racedet() {
    return Stream.of(RaceFree.class, Grade.class).map(SuiteJvm::home).collect(Collectors.toSet());
  }

  private static Path home(Class<?> type) {
    return Path.of(
        new File(type.getProtectionDomain().getCodeSource().getLocation().getPath())
            .getAbsolutePath());
  }
}
