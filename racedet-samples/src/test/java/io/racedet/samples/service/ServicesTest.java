package io.racedet.samples.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.samples.launch.XmlReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds the project {@code src/services} by Maven, each test class in a JVM of its own: correct
 * services have no race, and each seeded race is found. Downloads their libraries the first time.
 */
@Tag("soak")
class ServicesTest {
  private static final Path PROJECT = Path.of("src/services");
  private static final int MINUTES = 60;
  private static final String RACE = "io.racedet.junit.RaceFoundError";

  /** The classes with seeded races, one a test. */
  private static final String RACY = "RacyTest.";

  @Test
  void correctServices_haveNoRace_seededRacesAreFound(@TempDir Path work) throws Exception {
    copy(work);
    String log = build(work);
    Map<String, String> outcomes = outcomes(work.resolve("target/surefire-reports"));
    assertThat(outcomes).as(log).hasSize(84);
    assertThat(outcomes)
        .allSatisfy(
            (test, outcome) -> assertThat(outcome).isEqualTo(test.contains(RACY) ? RACE : ""));
  }

  private static void copy(Path work) throws IOException {
    try (Stream<Path> files = Files.walk(PROJECT)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copied = work.resolve(PROJECT.relativize(file).toString());
        Files.createDirectories(copied.getParent());
        Files.copy(file, copied);
      }
    }
  }

  private static String build(Path work) throws Exception {
    List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp", "test"));
    command.add("-Dmaven.repo.local=" + setting("repository"));
    command.add("-Dflags=" + System.getProperty("demonstration.flags", ""));
    for (String plugin : List.of("resources", "compiler", "surefire", "kotlin")) {
      command.add("-Dversion." + plugin + '=' + setting(plugin));
    }
    for (String module : List.of("core", "junit")) {
      String name = "racedet-" + module;
      String jar = name + '-' + setting("racedet") + ".jar";
      command.add("-Dservices." + module + '=' + jar(Path.of("..", name, "target", jar)));
    }
    command.add("-Dservices.fastutil=" + setting("fastutil"));
    Path log = work.resolve("log.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(work.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().keySet().removeIf(name -> name.startsWith("MAVEN_"));
    Process process = builder.start();
    boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
    process.destroyForcibly();
    String text = Files.readString(log);
    assertThat(ended).as(text).isTrue();
    return text;
  }

  /** A version that this build uses, as passed by its pom. */
  private static String setting(String name) {
    String value = System.getProperty("demonstration." + name);
    assertThat(value).as("property demonstration." + name + ", set by the pom").isNotNull();
    return value;
  }

  private static Path jar(Path jar) {
    Path built = jar.toAbsolutePath().normalize();
    assertThat(built).as("built by mvn verify").exists();
    return built;
  }

  /** The type of the failure of each test, empty if it passed. */
  private static Map<String, String> outcomes(Path reports) throws Exception {
    Map<String, String> outcomes = new TreeMap<>();
    for (Path report : reports(reports)) {
      XmlReport.of(report).tests().forEach(test -> outcomes.put(test.name(), test.failure()));
    }
    return outcomes;
  }

  private static List<Path> reports(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.getFileName().toString().matches("TEST-.*[.]xml")).toList();
    }
  }
}
