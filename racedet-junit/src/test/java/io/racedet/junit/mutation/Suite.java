package io.racedet.junit.mutation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The programs that justify the model: tests of JUnit, each with a name that identifies it. */
final class Suite implements AutoCloseable {
  private static final String TESTS =
      "io\\.racedet\\.junit\\.(agent\\.model\\.(.*(Edges|Prediction)Test|.*ContentsTest|ElementNamesTest)"
          + "|jdk\\..*Test|extension\\..*(Idioms|WaitingThreads|ThreadKinds)Test"
          + "|AtomicCallsTest|OutlivingWaitersTest|(No)?BinDeadlocksTest)";

  private final LauncherSession session = LauncherFactory.openSession();
  private final Launcher launcher = session.getLauncher();
  private final String classes;

  /**
   * Selects programs.
   *
   * @param classes a regular expression for the names of their classes, empty for all
   */
  Suite(String classes) {
    this.classes = classes;
  }

  /** Called before and after each program. */
  interface Observer {
    void begin(String program);

    void end(String program, boolean passed);
  }

  void runAll(Observer observer) {
    List<String> filters = new ArrayList<>(List.of(TESTS));
    launcher.execute(
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectPackage("io.racedet.junit"))
            .filters(
                ClassNameFilter.includeClassNamePatterns(filters.toArray(String[]::new)),
                ClassNameFilter.includeClassNamePatterns(classes.isEmpty() ? ".*" : classes))
            .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
            .build(),
        new TestExecutionListener() {
          @Override
          public void executionStarted(TestIdentifier test) {
            if (test.isTest()) {
              observer.begin(test.getUniqueId());
            }
          }

          @Override
          public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) {
              boolean passed = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
              observer.end(test.getUniqueId(), passed);
            }
          }
        });
  }

  /** Runs some programs, and returns the name of the first that fails, or null. */
  String failing(String... programs) {
    DiscoverySelector[] selectors =
        Arrays.stream(programs)
            .map(DiscoverySelectors::selectUniqueId)
            .toArray(DiscoverySelector[]::new);
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(selectors).build();
    String[] failed = new String[1];
    launcher.execute(
        request,
        listener(
            (test, passed) -> {
              if (!passed && failed[0] == null) {
                failed[0] = test;
              }
            }));
    return failed[0];
  }

  private static TestExecutionListener listener(BiConsumer<String, Boolean> outcome) {
    return new TestExecutionListener() {
      @Override
      public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        boolean passed = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
        if (test.isTest() || !passed) {
          outcome.accept(test.getUniqueId(), passed);
        }
      }
    };
  }

  /** A short name, such as {@code LockEdgesTest.publishing_throughIt_isSilent#3}. */
  static String shortName(String program) {
    return Stream.of(program.split("/"))
        .filter(part -> !part.startsWith("[engine"))
        .map(part -> part.replaceAll("\\[[a-z-]+:(?:[\\w.]*\\.)?([^(]*?)(?:\\(.*)?\\]", "$1"))
        .reduce((outer, inner) -> outer + (inner.startsWith("#") ? inner : '.' + inner))
        .orElse(program);
  }

  @Override
  public void close() {
    session.close();
  }
}
