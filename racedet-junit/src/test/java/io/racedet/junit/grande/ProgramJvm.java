package io.racedet.junit.grande;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Starts the process in which a program is run.
 *
 * @param jars the folder with a folder for each program
 * @param output the folder for what the processes print and report
 * @param flags more options of the JVM
 * @param effort how often a program is run
 */
record ProgramJvm(Path jars, Path output, List<String> flags, Effort effort) {
  private static final int MOST_MINUTES = 90;

  /** Runs a program to its end. */
  Measurement run(Program program, Mode mode) throws IOException, InterruptedException {
    // The programs look for their data in the folder in which they are run.
    Path folder = jars.resolve(program.text());
    Path jar = folder.resolve("original.jar");
    if (!Files.exists(jar)) {
      return Measurement.failed(program, mode, "there is no " + jar);
    }
    Path reports = Files.createDirectories(output.resolve(program.text() + '-' + mode.text()));
    Path printed = reports.resolve("output.txt");
    Process process =
        new ProcessBuilder(command(program, mode, jar, reports))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    boolean ended = process.waitFor(MOST_MINUTES, TimeUnit.MINUTES);
    process.destroyForcibly().waitFor();
    String failure =
        (ended ? "status " + process.exitValue() : "no end in " + MOST_MINUTES + " minutes")
            + ", see "
            + printed;
    return measurement(printed).orElseGet(() -> Measurement.failed(program, mode, failure));
  }

  private List<String> command(Program program, Mode mode, Path jar, Path reports) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (Runtime.version().feature() >= 21) {
      command.add("-XX:+EnableDynamicAgentLoading");
    }
    command.addAll(flags);
    command.add("-cp");
    command.add(System.getProperty("java.class.path") + File.pathSeparator + jar);
    command.addAll(
        List.of(ProgramRuns.class.getName(), program.text(), mode.text(), reports.toString()));
    command.addAll(effort.arguments());
    return command;
  }

  private static Optional<Measurement> measurement(Path printed) throws IOException {
    for (String line : Files.readAllLines(printed)) {
      Optional<Measurement> measured = Measurement.parse(line);
      if (measured.isPresent()) {
        return measured;
      }
    }
    return Optional.empty();
  }
}
