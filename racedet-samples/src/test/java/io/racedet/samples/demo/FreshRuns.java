package io.racedet.samples.demo;

import io.racedet.junit.RaceFree;
import io.racedet.junit.RaceFreeTest;
import io.racedet.samples.launch.Outcome;
import io.racedet.samples.launch.TestRun;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Runs each test of a class, which fails by design, in JVMs of its own, and prints how often it
 * failed, after how many repetitions and seconds, and how long its message is.
 *
 * <p>{@code -Dracedet.demo.runs=20} sets the number of JVMs; {@code -Dracedet.demo.tests} names the
 * class, by default that of the order bugs; {@code -Dracedet.demo.without=solo,filter} switches off
 * what recordings leave out. Exits with status 1 if a test failed in fewer than nine of ten runs.
 */
final class FreshRuns {
  private static final String MARK = "fresh run:";

  /** The defaults, which the settings of these samples change. */
  private static final Map<String, String> DEFAULTS =
      Map.of("racedet.timeLimit", "2s", "racedet.hangAfter", "10s");

  private FreshRuns() {}

  /**
   * Runs all tests, or one of them in this JVM.
   *
   * @param args the class and the method of one test; none for all
   * @throws IOException if a JVM cannot be started
   * @throws ReflectiveOperationException if there is no such class
   * @throws InterruptedException when the thread is interrupted
   */
  public static void main(String[] args)
      throws IOException, ReflectiveOperationException, InterruptedException {
    if (args.length == 2) {
      System.out.println(MARK + one(Class.forName(args[0]), args[1]));
      // Threads of a hung test may be left.
      System.exit(0);
    }
    int runs = Integer.getInteger("demo.runs", 1);
    String tests = System.getProperty("demo.tests", "io.racedet.samples.order.OrderBugsTest");
    System.out.printf(
        "%-24s %-10s %-28s %-14s %s%n", "test", "failed", "repetitions", "seconds", "lines");
    boolean isRight = true;
    for (String method : methods(Class.forName(tests))) {
      List<Run> all = new ArrayList<>();
      for (int i = 0; i < runs; i++) {
        all.add(inOwnJvm(tests, method));
      }
      isRight &= print(method, all);
    }
    System.exit(isRight ? 0 : 1);
  }

  /** What came of one run. */
  private record Run(boolean hasFailed, int repetitions, double seconds, long lines, String says) {
    static Run of(String text) {
      String[] parts = text.split("\t", 5);
      return new Run(
          Boolean.parseBoolean(parts[0]),
          Integer.parseInt(parts[1]),
          Double.parseDouble(parts[2]),
          Long.parseLong(parts[3]),
          parts[4]);
    }

    @Override
    public String toString() {
      return hasFailed + "\t" + repetitions + "\t" + seconds + "\t" + lines + "\t" + says;
    }
  }

  private static Run one(Class<?> test, String method) {
    Outcome outcome = TestRun.of(test, method, DEFAULTS);
    String message = outcome.thrown().map(Throwable::toString).orElse("");
    return new Run(
        outcome.thrown().isPresent(),
        Integer.parseInt(outcome.facts().getOrDefault("racedet.repetitions", "0")),
        outcome.time().toMillis() / 1000.0,
        message.lines().count(),
        message.lines().limit(1).collect(Collectors.joining()));
  }

  private static List<String> methods(Class<?> test) {
    return Arrays.stream(test.getDeclaredMethods())
        .filter(
            method ->
                method.isAnnotationPresent(RaceFreeTest.class)
                    || method.isAnnotationPresent(RaceFree.class))
        .map(Method::getName)
        .sorted()
        .toList();
  }

  private static Run inOwnJvm(String test, String method) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    Without.named().forEach(name -> command.add("-D" + name + "=false"));
    command.addAll(List.of("-classpath", System.getProperty("java.class.path")));
    command.addAll(List.of(FreshRuns.class.getName(), test, method));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output
        .lines()
        .filter(line -> line.startsWith(MARK))
        .map(line -> Run.of(line.substring(MARK.length())))
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException(method + " has no outcome, but printed\n" + output));
  }

  private static boolean print(String method, List<Run> runs) {
    List<Run> failed = runs.stream().filter(Run::hasFailed).toList();
    List<Integer> repetitions = failed.stream().map(Run::repetitions).sorted().toList();
    System.out.printf(
        "%-24s %-10s %-28s %-14s %d%n",
        method,
        failed.size() + " of " + runs.size(),
        repetitions.isEmpty()
            ? "-"
            : "median "
                + repetitions.get(repetitions.size() / 2)
                + ", most "
                + repetitions.get(repetitions.size() - 1),
        failed.stream()
            .map(Run::seconds)
            .max(Comparator.naturalOrder())
            .map(s -> "" + s)
            .orElse(""),
        failed.stream().mapToLong(Run::lines).max().orElse(0));
    failed.stream().map(Run::says).distinct().limit(2).forEach(s -> System.out.println("  " + s));
    return failed.size() * 10 >= runs.size() * 9;
  }
}
