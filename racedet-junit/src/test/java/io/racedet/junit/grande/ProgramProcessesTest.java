package io.racedet.junit.grande;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramProcessesTest {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  @TempDir private Path folder;

  @Test
  void programWithoutAJar_hasFailed() throws Exception {
    assertThat(run("-version", Optional.empty()).reason())
        .isEqualTo("there is no " + folder.resolve("sor").resolve("original.jar"));
  }

  @Test
  void processThatMeasuredNothing_hasFailed() throws Exception {
    prepareJar();
    assertThat(run("--no-such-option", Optional.empty()).reason())
        .isEqualTo("status 1, see " + printed());
    assertThat(printed()).content().contains("--no-such-option");
  }

  @Test
  void measurement_isThatOfTheLauncher() throws Exception {
    prepareJar();
    Measurement measured =
        new Measurement(
            Program.SOR,
            Mode.PLAIN,
            Outcome.COMPLETE,
            List.of(7L),
            List.of(),
            0,
            0,
            Split.NONE,
            "");
    assertThat(run("-version", Optional.of(measured))).isEqualTo(measured);
    assertThat(printed()).content().contains(System.getProperty("java.version"));
  }

  private void prepareJar() throws IOException {
    Files.createFile(Files.createDirectory(folder.resolve("sor")).resolve("original.jar"));
  }

  private Path printed() {
    return folder.resolve("output/sor-plain/output.txt");
  }

  private Measurement run(String option, Optional<Measurement> measured) throws Exception {
    Launcher java =
        new Launcher() {
          @Override
          public ProcessBuilder process(Run run) {
            return new ProcessBuilder(JAVA, option);
          }

          @Override
          public Optional<Measurement> measured(Run run) {
            return measured;
          }
        };
    return new ProgramProcesses(folder, folder.resolve("output"))
        .run(Program.SOR, Mode.PLAIN, java);
  }
}
