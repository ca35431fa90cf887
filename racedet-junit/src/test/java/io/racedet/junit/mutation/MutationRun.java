package io.racedet.junit.mutation;

import io.racedet.junit.ForkedJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Tries mutants in other JVMs. A JVM that makes no progress is killed, and the mutant with it.
 *
 * @param directory the files of the run
 * @param programs a regular expression for the names of the classes of the programs
 * @param patience how long a mutant may make no progress
 * @param budget after this time no further program is run with a mutant
 */
record MutationRun(Path directory, String programs, long seed, Duration patience, Duration budget) {
  private static final long COVER_MINUTES = 30;

  /** Classes that no program weaves, although they lie beside those of the programs. */
  private static final String LIBRARIES = "com.acme";

  /**
   * Finds out which program calls what, unless the directory has the answer of an earlier run;
   * programs that fail without a mutant are returned.
   */
  List<String> cover() throws IOException, InterruptedException {
    Files.createDirectories(directory);
    if (!Files.exists(directory.resolve("programs"))) {
      Process jvm = start("cover");
      if (!jvm.waitFor(COVER_MINUTES, TimeUnit.MINUTES) || jvm.exitValue() != 0) {
        jvm.destroyForcibly();
        throw new AssertionError(Files.readString(directory.resolve("output")));
      }
    }
    return Files.readAllLines(directory.resolve("programs")).stream()
        .filter(row -> row.endsWith("\tfails"))
        .map(row -> Suite.shortName(row.split("\t")[0]))
        .toList();
  }

  List<Outcome> attempt(List<Mutant> mutants) throws IOException, InterruptedException {
    Path outcomes = directory.resolve("outcomes");
    Files.deleteIfExists(outcomes);
    Files.write(directory.resolve("mutants"), mutants.stream().map(Mutant::row).toList());
    while (rows(outcomes).size() < mutants.size()) {
      int before = rows(outcomes).size();
      String how = end(outcomes);
      int after = rows(outcomes).size();
      // A JVM may have been killed by a busy machine: it must fail twice at the same mutant.
      if (after < mutants.size() && after == before) {
        Outcome lost =
            new Outcome(
                mutants.get(after),
                Outcome.Status.KILLED,
                0,
                patience.toMillis(),
                "the JVM " + how);
        Files.writeString(
            outcomes, lost.row() + '\n', StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      }
    }
    List<String> rows = rows(outcomes);
    List<Outcome> result = new ArrayList<>();
    for (int i = 0; i < mutants.size(); i++) {
      result.add(Outcome.ofRow(mutants.get(i), rows.get(i)));
    }
    return result;
  }

  /** Runs a JVM for the remaining mutants, and returns how it ended. */
  private String end(Path outcomes) throws IOException, InterruptedException {
    Path ready = directory.resolve("ready");
    Files.deleteIfExists(ready);
    boolean hung = awaitEnd(start("try"), outcomes);
    if (!Files.exists(ready)) {
      throw new AssertionError(Files.readString(directory.resolve("output")));
    }
    return hung ? "hangs" : "crashes";
  }

  private static List<String> rows(Path outcomes) throws IOException {
    return Files.exists(outcomes) ? Files.readAllLines(outcomes) : List.of();
  }

  /** Waits, and returns whether the JVM had to be killed. */
  private boolean awaitEnd(Process jvm, Path outcomes) throws IOException, InterruptedException {
    int rows = rows(outcomes).size();
    long since = System.nanoTime();
    while (!jvm.waitFor(200, TimeUnit.MILLISECONDS)) {
      int now = rows(outcomes).size();
      if (now > rows) {
        rows = now;
        since = System.nanoTime();
      } else if (System.nanoTime() - since > patience.toNanos()) {
        jvm.destroyForcibly().waitFor();
        return true;
      }
    }
    return false;
  }

  private Process start(String what) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (Runtime.version().feature() >= 21) {
      command.add("-XX:+EnableDynamicAgentLoading");
    }
    command.addAll(List.of("-Xshare:off", "-Xmx2g"));
    command.add(
        "-Dracedet.timeLimit=" + System.getProperty("racedet.mutation.programTime", "100ms"));
    command.add("-Dracedet.repetitions=1000000");
    command.add("-Dracedet.seed=" + seed);
    command.add("-Dracedet.exclude=" + LIBRARIES);
    command.add("-Dracedet.output=" + directory.resolve("reports"));
    command.addAll(List.of("-cp", ForkedJvm.classPathWithout(), MutationJvm.class.getName(), what));
    command.addAll(List.of(directory.toString(), programs, "" + budget.toNanos()));
    File output = directory.resolve("output").toFile();
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(output))
        .start();
  }
}
