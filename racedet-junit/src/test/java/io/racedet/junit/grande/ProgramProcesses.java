package io.racedet.junit.grande;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Runs the processes, one after the other.
 *
 * @param jars the folder with a folder for each program
 * @param output the folder for what the processes print and report
 */
record ProgramProcesses(Path jars, Path output) {
  private static final int MAX_MINUTES = 90;

  /** Runs a program to its end. */
  Measurement run(Program program, Mode mode, Launcher launcher)
      throws IOException, InterruptedException {
    // The programs look for their data in the folder in which they are run.
    Path folder = jars.resolve(program.text());
    Path jar = folder.resolve("original.jar");
    if (!Files.exists(jar)) {
      return Measurement.failed(program, mode, "there is no " + jar);
    }
    Path reports = Files.createDirectories(output.resolve(program.text() + '-' + mode.text()));
    Run run = new Run(program, mode, jar, reports);
    Process process =
        launcher
            .process(run)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(run.printed().toFile())
            .start();
    String failure = end(process) + ", see " + run.printed();
    return launcher.measured(run).orElseGet(() -> Measurement.failed(program, mode, failure));
  }

  /* A script is a process with a child. */
  private static String end(Process process) throws InterruptedException {
    boolean ended = process.waitFor(MAX_MINUTES, TimeUnit.MINUTES);
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().waitFor();
    return ended ? "status " + process.exitValue() : "no end in " + MAX_MINUTES + " minutes";
  }
}
