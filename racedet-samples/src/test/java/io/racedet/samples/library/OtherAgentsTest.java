package io.racedet.samples.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.samples.launch.Outcome;
import io.racedet.samples.launch.TestRun;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agents of JaCoCo and Mockito at the same time: all three work. */
class OtherAgentsTest {
  private static final Path AGENTS = Path.of("target", "other-agents");

  /**
   * Runs tests of {@link MockitoTest} and {@link GeneratedClassesTest}, and prints the outcomes.
   */
  static final class Main {
    private Main() {}

    public static void main(String[] args) {
      print(MockitoTest.class, "classThatIsMockedElsewhere_isStillWoven");
      print(GeneratedClassesTest.class, "stateOfEnum_races");
      print(GeneratedClassesTest.class, "safeStateOfInterface_racesNowhere");
      System.exit(0);
    }

    private static void print(Class<?> testClass, String method) {
      Outcome outcome = TestRun.of(testClass, method);
      outcome.thrown().ifPresent(Throwable::printStackTrace);
      System.out.println(method + " " + outcome.status());
    }
  }

  @Test
  void agentsOfJacocoAndMockito_besideRacedet_allWork(@TempDir Path directory) throws Exception {
    check(directory, ",includes=io.racedet.*");
  }

  @Test
  @Tag("soak")
  void agentOfJacoco_onAllClasses_besideTheOthers_works(@TempDir Path directory) throws Exception {
    check(directory, "");
  }

  private static void check(Path directory, String more) throws Exception {
    Path coverage = directory.resolve("jacoco.exec");
    String output =
        run(
            directory,
            "-javaagent:"
                + AGENTS.resolve("org.jacoco.agent-runtime.jar")
                + "=destfile="
                + coverage
                + more,
            "-javaagent:" + AGENTS.resolve("mockito-core.jar"));
    assertThat(output)
        .contains(
            "classThatIsMockedElsewhere_isStillWoven SUCCESSFUL",
            "stateOfEnum_races SUCCESSFUL",
            "safeStateOfInterface_racesNowhere SUCCESSFUL");
    assertThat(Files.readString(coverage, StandardCharsets.ISO_8859_1))
        .contains("io/racedet/samples/library/GeneratedClassesTest$Level");
  }

  private static String run(Path directory, String... agents) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (Runtime.version().feature() >= 21) {
      command.add("-XX:+EnableDynamicAgentLoading");
    }
    // too short for the optimising compiler to be worth its time
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of(agents));
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(Main.class.getName());
    File output = directory.resolve("output.txt").toFile();
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("process terminates").isTrue();
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(output.toPath());
  }
}
