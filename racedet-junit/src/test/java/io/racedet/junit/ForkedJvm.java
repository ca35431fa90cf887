package io.racedet.junit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A program that ran in a JVM of its own.
 *
 * @param exitValue how it ended
 * @param output what it printed
 */
public record ForkedJvm(int exitValue, String output) {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /* These programs end too soon for the optimising compiler to be worth its time. */
  private static final List<String> QUICK_START =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  /**
   * Runs a program to its end.
   *
   * @param directory a place for its output
   * @param jvmArguments options of the JVM
   * @param classPath its class path
   * @param mainClassAndArguments what to run
   * @return what it did
   */
  public static ForkedJvm run(
      Path directory, List<String> jvmArguments, String classPath, String... mainClassAndArguments)
      throws IOException, InterruptedException {
    return runFor(LIMIT, directory, jvmArguments, classPath, mainClassAndArguments);
  }

  /**
   * Runs a program that needs more time than others to its end.
   *
   * @param limit after this time it has failed
   * @param directory a place for its output
   * @param jvmArguments options of the JVM
   * @param classPath its class path
   * @param mainClassAndArguments what to run
   * @return what it did
   */
  public static ForkedJvm runFor(
      Duration limit,
      Path directory,
      List<String> jvmArguments,
      String classPath,
      String... mainClassAndArguments)
      throws IOException, InterruptedException {
    List<String> program = new ArrayList<>(List.of("-cp", classPath));
    program.addAll(List.of(mainClassAndArguments));
    return run(limit, directory, jvmArguments, program);
  }

  /**
   * Runs a program of a module to its end.
   *
   * @param directory a place for its output
   * @param jvmArguments options of the JVM
   * @param modulePath its module path
   * @param moduleAndMainClass what to run, as {@code module/class}
   * @return what it did
   */
  public static ForkedJvm runModule(
      Path directory, List<String> jvmArguments, String modulePath, String moduleAndMainClass)
      throws IOException, InterruptedException {
    return run(
        LIMIT,
        directory,
        jvmArguments,
        List.of("--module-path", modulePath, "-m", moduleAndMainClass));
  }

  private static ForkedJvm run(
      Duration limit, Path directory, List<String> jvmArguments, List<String> program)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>();
    if (Runtime.version().feature() >= 21) {
      arguments.add("-XX:+EnableDynamicAgentLoading");
    }
    arguments.addAll(QUICK_START);
    arguments.addAll(jvmArguments);
    arguments.addAll(program);
    return java(limit, directory.resolve("output.txt"), arguments);
  }

  /**
   * Runs a program with the class path of this test to its end.
   *
   * @param main what to run
   * @param jvmArguments all options of the JVM
   * @return what it did
   */
  public static ForkedJvm run(Class<?> main, String... jvmArguments)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(jvmArguments));
    arguments.addAll(List.of("-cp", classPathWithout(), main.getName()));
    Path output = Files.createTempFile("racedet-forked", ".txt");
    try {
      return java(LIMIT, output, arguments);
    } finally {
      Files.delete(output);
    }
  }

  private static ForkedJvm java(Duration limit, Path output, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(limit.toSeconds(), TimeUnit.SECONDS);
    process.destroyForcibly();
    String text = Files.readString(output);
    if (!ended) {
      throw new AssertionError("the JVM did not end:\n" + text);
    }
    return new ForkedJvm(process.exitValue(), text);
  }

  /**
   * Returns the class path of this test without some of its jars.
   *
   * @param jars how the names of their files begin
   * @return the class path
   */
  public static String classPathWithout(String... jars) {
    String own =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Arrays.stream(own.split(File.pathSeparator))
        .filter(
            entry -> Stream.of(jars).noneMatch(Path.of(entry).getFileName().toString()::startsWith))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
