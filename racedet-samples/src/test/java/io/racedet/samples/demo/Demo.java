package io.racedet.samples.demo;

import static org.junit.platform.engine.discovery.ClassNameFilter.excludeClassNamePatterns;
import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import io.racedet.samples.launch.Outcome;
import io.racedet.samples.launch.RaceCase;
import io.racedet.samples.launch.TestRun;
import io.racedet.samples.noise.AddedCall;
import io.racedet.samples.noise.CallAdder;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;

/**
 * Runs the racy subjects and libraries under plain {@code @RaceFree} and expects them to fail, the
 * clean ones to pass. Prints each report and a summary table. Exits with status 1 if a race was
 * missed or a clean program failed.
 *
 * <p>{@code -Dracedet.demo.runs=10} sets the number of runs, each with new seeds, whose verdicts
 * the summary table combines; {@code -Dracedet.demo.package} restricts the tests. With {@code
 * -Dracedet.demo.noise=LOGGER}, or another {@link AddedCall}, each access has such a call before
 * and after it; the verdicts must be the same. The calls are many times the program's own events
 * and make each repetition slower, so the limits of a recording and of a test's time are raised.
 *
 * <p>{@code -Dracedet.demo.without=solo,filter} switches off what recordings leave out; the
 * verdicts must be the same.
 *
 * <p>The tests of Logback run last: once a test has it in scope, it is woven for all later tests of
 * the process, and its calls in the noise make their recordings longer.
 */
final class Demo {
  private static final String LAST = ".*Logback\\w+Test";

  private final PrintStream out;
  private final Map<String, List<Verdict>> verdicts = new TreeMap<>();

  private Demo(PrintStream out) {
    this.out = out;
  }

  /**
   * Runs the demonstration.
   *
   * @param args none
   */
  public static void main(String[] args) {
    int runs = Integer.getInteger("demo.runs", 1);
    String tests = System.getProperty("demo.package", "io.racedet.samples");
    Demo demo = new Demo(System.out);
    Without.named().forEach(name -> System.setProperty(name, "false"));
    String noise = System.getProperty("demo.noise", "");
    if (!noise.isEmpty()) {
      CallAdder.install(AddedCall.valueOf(noise));
      System.setProperty("racedet.maxEvents", "32000000");
      System.setProperty("racedet.timeLimit", "20s");
    }
    boolean right = demo.run(runs, tests);
    System.exit(
        right ? 0 : 1); // a thread that a racy program has left running must not keep the JVM alive
  }

  private boolean run(int runs, String tests) {
    LauncherDiscoveryRequest most = request(tests, excludeClassNamePatterns(LAST));
    LauncherDiscoveryRequest last = request(tests, includeClassNamePatterns(LAST));
    for (int run = 1; run <= runs; run++) {
      boolean first = run == 1;
      out.printf("Run %d of %d%n", run, runs);
      TestRun.of(most, outcome -> add(outcome, first));
      TestRun.of(last, outcome -> add(outcome, first));
    }
    new Table(out, verdicts.values()).print();
    return !verdicts.isEmpty()
        && verdicts.values().stream().flatMap(List::stream).allMatch(Verdict::isRight);
  }

  private static LauncherDiscoveryRequest request(String tests, ClassNameFilter names) {
    return LauncherDiscoveryRequestBuilder.request()
        .selectors(selectPackage(tests))
        .filters(TagFilter.includeTags(RaceCase.RACY, RaceCase.CLEAN), names)
        .build();
  }

  private void add(Outcome outcome, boolean withReport) {
    Verdict verdict = Verdict.of(outcome);
    verdicts.computeIfAbsent(order(outcome), any -> new ArrayList<>()).add(verdict);
    if (withReport || !verdict.isRight()) {
      outcome.thrown().ifPresent(failure -> report(verdict, failure));
    }
  }

  /** A sort key that puts racy and clean versions next to each other. */
  private static String order(Outcome outcome) {
    return outcome.testClass().getName() + (outcome.tags().contains(RaceCase.RACY) ? "1" : "2");
  }

  private void report(Verdict verdict, Throwable failure) {
    out.printf("%n=== %s%n%s%n", verdict.test(), failure.getMessage());
    for (Throwable suppressed : failure.getSuppressed()) {
      out.printf("%s%n", suppressed.getMessage());
    }
    if (!verdict.isRight()) {
      failure.printStackTrace(out);
    }
  }
}
