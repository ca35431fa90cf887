package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.racedet.junit.RaceFree;
import io.racedet.junit.RaceFreeTest;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Checked tests together with other extensions and with the features of JUnit Jupiter. */
class OtherExtensionsTest {
  /* Not final: reading it is an access, without which a checked test proves nothing and fails. */
  static List<String> log = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void clear() {
    log.clear();
  }

  private static EngineTestKit.Builder kit(Class<?>... testClasses) {
    EngineTestKit.Builder kit =
        EngineTestKit.engine("junit-jupiter")
            .configurationParameter("racedet.repetitions", "3")
            .configurationParameter("racedet.timeLimit", "20s");
    for (Class<?> testClass : testClasses) {
      kit.selectors(selectClass(testClass));
    }
    return kit;
  }

  static final class Numbers implements ParameterResolver, BeforeEachCallback, AfterEachCallback {
    private static final AtomicInteger NEXT = new AtomicInteger();

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == int.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return NEXT.incrementAndGet();
    }

    @Override
    public void beforeEach(ExtensionContext context) {
      log.add("set up");
    }

    @Override
    public void afterEach(ExtensionContext context) {
      log.add("torn down");
    }
  }

  static class ResolvedTestCases {
    @RaceFreeTest
    @ExtendWith(Numbers.class)
    void test(int number) {
      log.add("test " + (number > 0));
    }
  }

  @Test
  void otherExtension_renewedForEachRepetition() {
    Failures.assertPassed(kit(ResolvedTestCases.class).execute(), 1);
    assertThat(log.subList(1, 4)).containsExactly("set up", "test true", "torn down");
    assertThat(log).filteredOn("test true"::equals).hasSize(3);
    assertThat(log).filteredOn("set up"::equals).hasSize(4);
    assertThat(log).filteredOn("torn down"::equals).hasSize(4);
  }

  static final class Swallowing implements TestExecutionExceptionHandler {
    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable throwable) {
      log.add("swallowed " + throwable.getMessage());
    }
  }

  static class SwallowedTestCases {
    @RaceFreeTest
    @ExtendWith(Swallowing.class)
    void test() {
      log.add("thrown");
      throw new IllegalStateException("own");
    }
  }

  @Test
  void exceptionHandler_seesTheFailuresOfTheTestItself() {
    Failures.assertPassed(kit(SwallowedTestCases.class).execute(), 1);
    assertThat(log)
        .containsExactly(
            "thrown", "swallowed own", "thrown", "swallowed own", "thrown", "swallowed own");
  }

  static class ShortTestCases {
    static final AtomicInteger PAUSE = new AtomicInteger();

    @RaceFreeTest
    void eachShort() throws InterruptedException {
      log.add("short");
      Thread.sleep(PAUSE.get());
    }
  }

  /* A busy machine may make one repetition too long: a limit of a larger scale is tried then. */
  @Test
  void timeout_limitsOneRepetition_notAllOfThem() {
    long failed = 1;
    for (int limit = 1_000; failed > 0 && limit <= 16_000; limit *= 4) {
      log.clear();
      ShortTestCases.PAUSE.set(limit * 2 / 5);
      failed = failedWithin(limit);
    }
    assertThat(failed).isZero();
    assertThat(log).containsExactly("short", "short", "short");
    ShortTestCases.PAUSE.set(60_000);
    assertThat(failedWithin(100)).isEqualTo(1);
  }

  private static long failedWithin(int limit) {
    return kit(ShortTestCases.class)
        .configurationParameter("racedet.timeLimit", "5m")
        .configurationParameter(Timeout.DEFAULT_TEST_METHOD_TIMEOUT_PROPERTY_NAME, limit + " ms")
        .execute()
        .testEvents()
        .failed()
        .count();
  }

  static class TimeoutTestCases {
    @RaceFreeTest
    @Timeout(value = 100, unit = TimeUnit.MILLISECONDS)
    void oneLong() throws InterruptedException {
      Thread.sleep(5_000);
    }

    @RaceFreeTest
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void separateThread() {
      log.add("separate");
    }
  }

  @Test
  void timeout_endsTheRepetition_orRunsItInAThreadOfItsOwn() {
    EngineExecutionResults results = kit(TimeoutTestCases.class).execute();
    results.testEvents().assertStatistics(s -> s.succeeded(1).failed(1));
    assertThat(Failures.single(results)).hasMessageContaining("timed out after 100 milliseconds");
    assertThat(log).containsExactly("separate", "separate", "separate");
  }

  static class AbortedTestCases {
    @RaceFreeTest
    void test() {
      Assumptions.assumeTrue(false, "not here");
    }
  }

  @Test
  void failedAssumption_abortsTheTestCase() {
    kit(AbortedTestCases.class).execute().testEvents().assertStatistics(s -> s.aborted(1));
  }

  static class ReportingTestCases {
    @RaceFreeTest
    void test(TestReporter reporter) {
      log.add("reporting");
      reporter.publishEntry("mine", "value");
    }
  }

  @Test
  void reportEntries_ofTheLastRepetition_andOfTheCheck() {
    List<String> keys =
        kit(ReportingTestCases.class).execute().allEvents().reportingEntryPublished().stream()
            .map(event -> event.getRequiredPayload(ReportEntry.class))
            .flatMap(entry -> entry.getKeyValuePairs().keySet().stream())
            .toList();
    assertThat(keys)
        .containsExactly(
            "racedet.output",
            "mine",
            "racedet.seed",
            "racedet.repetitions",
            "racedet.schedules",
            "racedet.engines",
            "racedet.events",
            "racedet.threads",
            "racedet.interleavings",
            "racedet.outcome",
            "racedet.warning");
  }

  /** Offers another extension to auto-detection, as a jar on the class path would. */
  static final class OfferingLoader extends ClassLoader {
    private final URL services;

    OfferingLoader(ClassLoader parent, URL services) {
      super(parent);
      this.services = services;
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
      List<URL> all = Collections.list(super.getResources(name));
      if (name.equals("META-INF/services/" + Extension.class.getName())) {
        all.add(services);
      }
      return Collections.enumeration(all);
    }
  }

  public static final class Detected implements BeforeEachCallback {
    @Override
    public void beforeEach(ExtensionContext context) {
      log.add("detected");
    }
  }

  static class LoaderTestCases {
    @RaceFreeTest
    void test() {
      log.add(Thread.currentThread().getContextClassLoader().getClass().getSimpleName());
    }
  }

  private static void runWithOffer(Path directory, boolean autodetection) throws IOException {
    Path services = directory.resolve("services");
    Files.writeString(services, Detected.class.getName());
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(new OfferingLoader(before, services.toUri().toURL()));
    try {
      kit(LoaderTestCases.class)
          .configurationParameter(
              "junit.jupiter.extensions.autodetection.enabled", Boolean.toString(autodetection))
          .execute()
          .testEvents()
          .assertStatistics(s -> s.succeeded(1));
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Test
  void autodetectionOff_othersAreNotDetectedInRepetitions(@TempDir Path directory)
      throws IOException {
    runWithOffer(directory, false);
    assertThat(log).containsExactly("OfferingLoader", "OfferingLoader", "OfferingLoader");
  }

  @Test
  void autodetectionOn_othersAreDetectedInRepetitionsToo(@TempDir Path directory)
      throws IOException {
    runWithOffer(directory, true);
    assertThat(log)
        .containsExactly(
            "detected",
            "detected",
            "OfferingLoader",
            "detected",
            "OfferingLoader",
            "detected",
            "OfferingLoader");
  }

  static AtomicInteger running = new AtomicInteger();
  static final Set<String> OVERLAPS = ConcurrentHashMap.newKeySet();

  static void alone(String who) throws InterruptedException {
    if (running.incrementAndGet() > 1) {
      OVERLAPS.add(who);
    }
    Thread.sleep(5);
    running.decrementAndGet();
  }

  static class CheckedInParallelTestCases {
    @RaceFreeTest
    void one() throws InterruptedException {
      alone("checked one");
    }

    @RaceFreeTest
    void two() throws InterruptedException {
      alone("checked two");
    }
  }

  @RaceFree
  static class OtherCheckedInParallelTestCases {
    @Test
    void three() throws InterruptedException {
      alone("checked three");
    }
  }

  static class PlainInParallelTestCases {
    @Test
    void plain() throws InterruptedException {
      for (int i = 0; i < 20; i++) {
        Thread.sleep(5);
        if (running.get() > 0) {
          OVERLAPS.add("plain");
        }
      }
    }
  }

  @Test
  void parallelExecution_checkedTestsRunAlone() {
    OVERLAPS.clear();
    kit(
            CheckedInParallelTestCases.class,
            OtherCheckedInParallelTestCases.class,
            PlainInParallelTestCases.class)
        .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
        .configurationParameter("junit.jupiter.execution.parallel.mode.default", "concurrent")
        .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
        .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "4")
        .execute()
        .testEvents()
        .assertStatistics(s -> s.succeeded(4).failed(0));
    assertThat(OVERLAPS).isEmpty();
  }
}
