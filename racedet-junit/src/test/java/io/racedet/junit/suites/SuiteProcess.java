package io.racedet.junit.suites;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs tests in this process, and writes a file of results. Knows nothing of racedet. */
final class SuiteProcess {
  private SuiteProcess() {}

  /**
   * Runs tests.
   *
   * @param args the file that names their classes, and the file of results
   */
  public static void main(String[] args) throws IOException {
    List<String> classes = Files.readAllLines(Path.of(args[0]));
    Measurement measured = run(classes);
    Files.write(Path.of(args[1]), measured.lines());
    // Some suites leave threads behind.
    System.exit(0);
  }

  /** Runs the tests of some classes. */
  static Measurement run(List<String> classes) {
    long start = System.nanoTime();
    TestWatch watch = new TestWatch(processors()::getProcessCpuTime);
    try (LauncherSession session = LauncherFactory.openSession()) {
      session.getLauncher().execute(request(classes), watch);
    }
    return watch.measured(System.nanoTime() - start);
  }

  private static LauncherDiscoveryRequest request(List<String> classes) {
    List<DiscoverySelector> selectors =
        classes.stream().<DiscoverySelector>map(DiscoverySelectors::selectClass).toList();
    return LauncherDiscoveryRequestBuilder.request()
        .selectors(selectors)
        .filters(EngineFilter.includeEngines("junit-jupiter"))
        .build();
  }

  private static OperatingSystemMXBean processors() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  }
}
