package io.racedet.junit.grande;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A JVM in which {@link ProgramRuns} runs a program.
 *
 * @param flags more options of the JVM
 * @param effort how often a program is run
 */
record ProgramJvm(List<String> flags, Effort effort) implements Launcher {
  @Override
  public ProcessBuilder process(Run run) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (Runtime.version().feature() >= 21) {
      command.add("-XX:+EnableDynamicAgentLoading");
    }
    command.addAll(flags);
    command.addAll(run.mode().flags());
    command.add("-cp");
    command.add(System.getProperty("java.class.path") + File.pathSeparator + run.jar());
    command.addAll(
        List.of(
            ProgramRuns.class.getName(),
            run.program().text(),
            run.mode().text(),
            run.reports().toString()));
    command.addAll(effort.arguments());
    return new ProcessBuilder(command);
  }

  @Override
  public Optional<Measurement> measured(Run run) throws IOException {
    for (String line : Files.readAllLines(run.printed())) {
      Optional<Measurement> measured = Measurement.parse(line);
      if (measured.isPresent()) {
        return measured;
      }
    }
    return Optional.empty();
  }
}
