package io.racedet.junit.suites;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Runs the suites plain and checked, in turn, each time in a process of its own, and prints a
 * table. Ends with status 1 if the checked runs have other tests than the plain ones, or tests that
 * fail only there and not because of a race.
 *
 * <p>{@code racedet.suites} is a Maven repository with their jars, {@code racedet.suites.names}
 * selects some, {@code racedet.suites.runs} is how often each is run in each mode, and {@code
 * racedet.suites.jvm} are further options of their JVMs, in which {@code %NAME} is replaced by the
 * name of the run.
 */
final class WholeSuites {
  private static final String REPOSITORY = "racedet.suites";

  private final SuiteJvm jvm;
  private final int runs;

  private WholeSuites(SuiteJvm jvm, int runs) {
    this.jvm = jvm;
    this.runs = runs;
  }

  /**
   * Runs all.
   *
   * @param args the folder for what the processes print and report
   */
  public static void main(String[] args) throws Exception {
    String repository = property(REPOSITORY, "");
    if (repository.isEmpty()) {
      System.out.println("No whole suites: -D" + REPOSITORY + "= names no repository of jars.");
      return;
    }
    String names = Arrays.stream(Suite.values()).map(Suite::text).collect(Collectors.joining(","));
    SuiteJvm jvm = SuiteJvm.ofThisProcess(list(property(REPOSITORY + ".jvm", ""), " "));
    int runs = Integer.parseInt(property(REPOSITORY + ".runs", "3"));
    if (runs < 1) {
      throw new IllegalArgumentException(REPOSITORY + ".runs: " + runs + " (expected: 1 or more)");
    }
    WholeSuites all = new WholeSuites(jvm, runs);
    List<SuiteRuns> measured = new ArrayList<>();
    for (String name : list(property(REPOSITORY + ".names", names), ",")) {
      Suite suite = Suite.of(name);
      Path folder = Path.of(args[0]).toAbsolutePath().resolve(suite.text());
      Path jars = Path.of(repository).toAbsolutePath();
      measured.add(all.run(Prepared.of(suite, jars, jvm.own(), folder)));
    }
    System.out.printf("%n%s", new Table(measured).text());
    boolean isRight =
        measured.stream()
            .allMatch(suite -> suite.isComparable() && suite.failuresOfChecks().isEmpty());
    System.exit(isRight ? 0 : 1);
  }

  /* In turn, so that a machine that gets slower changes both. */
  private SuiteRuns run(Prepared suite) throws IOException, InterruptedException {
    List<Measurement> plain = new ArrayList<>();
    List<Measurement> checked = new ArrayList<>();
    for (int number = 1; number <= runs; number++) {
      plain.add(run(suite, Mode.PLAIN, number));
      checked.add(run(suite, Mode.CHECKED, number));
    }
    return new SuiteRuns(suite.suite(), plain, checked);
  }

  private Measurement run(Prepared suite, Mode mode, int number)
      throws IOException, InterruptedException {
    Measurement one = jvm.run(suite, mode, number);
    System.out.printf(
        "%s %s %d: %.2f s, %.2f s of the processors, %d tests%n",
        suite.suite().text(),
        mode.text(),
        number,
        one.nanos() / 1e9,
        one.cpuNanos() / 1e9,
        one.tests());
    return one;
  }

  private static List<String> list(String text, String separator) {
    return Arrays.stream(text.split(separator))
        .map(String::strip)
        .filter(element -> !element.isEmpty())
        .toList();
  }

  /* Maven passes an option that is not set as an empty text. */
  private static String property(String key, String unset) {
    String value = System.getProperty(key, "");
    return value.isEmpty() ? unset : value;
  }
}
