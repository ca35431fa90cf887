package io.racedet.junit.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a main class with the class path of the tests in a JVM of its own. */
final class ForkedJvm {
  private static final long LIMIT_SECONDS = 300;

  private ForkedJvm() {}

  /**
   * What the JVM did.
   *
   * @param exitValue how it ended
   * @param output all that it printed
   */
  record Result(int exitValue, String output) {}

  static String testClassPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  static Result run(Class<?> main, String... flags) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(flags));
    command.add("-cp");
    command.add(testClassPath());
    command.add(main.getName());
    Path output = Files.createTempFile("racedet-forked", ".txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException(main + " runs for more than " + LIMIT_SECONDS + " s");
      }
      return new Result(process.exitValue(), Files.readString(output));
    } finally {
      process.destroyForcibly();
      Files.delete(output);
    }
  }
}
