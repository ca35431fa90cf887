package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFoundError;
import io.racedet.junit.RaceFree;
import io.racedet.junit.RaceIgnore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** All tests of a module are checked without an annotation. */
class WholeSuiteTest {
  static final AtomicInteger RUNS = new AtomicInteger();

  static EngineExecutionResults run(Class<?> testClass, String... parameters) {
    EngineTestKit.Builder kit =
        EngineTestKit.engine("junit-jupiter")
            .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
            .configurationParameter("racedet.auto", "true")
            .selectors(selectClass(testClass));
    for (int i = 0; i < parameters.length; i += 2) {
      kit.configurationParameter(parameters[i], parameters[i + 1]);
    }
    RUNS.set(0);
    return kit.execute();
  }

  static List<String> outcomes(EngineExecutionResults results) {
    return entries(results, "racedet.outcome");
  }

  private static List<String> entries(EngineExecutionResults results, String key) {
    return results.allEvents().reportingEntryPublished().stream()
        .map(event -> event.getRequiredPayload(ReportEntry.class).getKeyValuePairs())
        .filter(entry -> entry.containsKey(key))
        .map(entry -> entry.get(key))
        .toList();
  }

  @TestMethodOrder(MethodOrderer.MethodName.class)
  static class MixedTestCases {
    @Test
    void aRacy() {
      Account account = new Account();
      RaceCheck.inParallel(account::deposit, account::deposit);
    }

    @Test
    void bClean() {
      RUNS.incrementAndGet();
      Account account = new Account();
      RaceCheck.inParallel(account::depositSafely, account::depositSafely);
    }

    @Test
    void cOneThread() {
      new Account().deposit();
    }

    @Test
    void dNothing() {
      assertThat(List.of()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void eParameterized(int number) {
      assertThat(number).isPositive();
    }

    @Test
    @RaceIgnore(reason = "shown racy on purpose")
    void fIgnored() {
      Account account = new Account();
      RaceCheck.inParallel(account::deposit, account::deposit);
    }
  }

  @Test
  void mixedSuite_onlyTheRaceFails_theRestIsCounted() {
    EngineExecutionResults results = run(MixedTestCases.class);
    results.testEvents().assertStatistics(s -> s.started(7).succeeded(6).failed(1));
    assertThat(Failures.single(results))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("Account.balance");
    assertThat(outcomes(results))
        .containsExactly(
            "RACES", "PASSED", "ONE_THREAD", "ONE_THREAD", "ONE_THREAD", "ONE_THREAD", "IGNORED");
    assertThat(entries(results, "racedet.ignored")).containsExactly("shown racy on purpose");
    assertThat(RUNS).as("repetitions of a clean test").hasValue(1);
    assertThat(Failures.warnings(results)).isEmpty();
  }

  @Test
  void repetitionsParameter_winsOverTheOneOfTheMode() {
    run(MixedTestCases.class, "racedet.repetitions", "3", "racedet.timeLimit", "300s");
    assertThat(RUNS).hasValue(3);
  }

  @Test
  void modeOff_nothingIsChecked() {
    EngineExecutionResults results = run(MixedTestCases.class, "racedet.auto", "false");
    Failures.assertPassed(results, 7);
    assertThat(outcomes(results)).isEmpty();
  }

  @Test
  void cutRecording_isCounted() {
    EngineExecutionResults results = run(LongTestCases.class, "racedet.maxEvents", "50");
    Failures.assertPassed(results, 1);
    assertThat(outcomes(results)).containsExactly("IN_PART");
    assertThat(Failures.warnings(results))
        .singleElement()
        .asString()
        .contains("truncated after 50");
  }

  static class LongTestCases {
    @Test
    void manyEvents() {
      Account account = new Account();
      for (int i = 0; i < 1000; i++) {
        account.depositSafely();
      }
    }
  }

  @Test
  void neitherTrueNorFalse_isNamed() {
    assertThat(Failures.of(run(LongTestCases.class, "racedet.auto", "yes")))
        .singleElement()
        .satisfies(
            failure ->
                assertThat(failure)
                    .isInstanceOf(ExtensionConfigurationException.class)
                    .hasMessage(
                        "configuration parameter racedet.auto = yes (expected: true or false)"));
  }

  static class BlankTestCases {
    @Test
    @RaceIgnore(reason = " ")
    void test() {
      RUNS.incrementAndGet();
    }
  }

  @Test
  void ignoredWithoutReason_isAnError() {
    assertThat(Failures.single(run(BlankTestCases.class)))
        .isInstanceOf(ExtensionConfigurationException.class)
        .hasMessageStartingWith("@RaceIgnore on BlankTestCases.test(): reason is blank");
    assertThat(RUNS).hasValue(0);
  }

  static class ContradictionTestCases {
    @Test
    @RaceFree
    @RaceIgnore(reason = "both")
    void test() {
      RUNS.incrementAndGet();
    }
  }

  @Test
  void ignoredAndChecked_isAnError() {
    assertThat(Failures.single(run(ContradictionTestCases.class)))
        .hasMessageStartingWith(
            "@RaceIgnore on ContradictionTestCases.test(), where another annotation");
    assertThat(RUNS).hasValue(0);
  }

  @RaceIgnore(reason = "no threads in it")
  static class IgnoredTestCases {
    @Nested
    class Inner {
      @Test
      void racy() {
        Account account = new Account();
        RaceCheck.inParallel(account::deposit, account::deposit);
      }

      @Test
      @RaceFree(repetitions = 2)
      void nearerAnnotation() {
        RUNS.incrementAndGet();
        Account account = new Account();
        RaceCheck.inParallel(account::depositSafely, account::depositSafely);
      }
    }
  }

  @Test
  void ignoredClass_appliesToNestedOnes_butTheNearestAnnotationWins() {
    EngineExecutionResults results = run(IgnoredTestCases.class);
    Failures.assertPassed(results, 2);
    assertThat(outcomes(results)).containsExactlyInAnyOrder("IGNORED", "PASSED");
    assertThat(RUNS).hasValue(2);
  }

  @RaceFree
  static class CheckedClassTestCases {
    @Test
    @RaceIgnore(reason = "slow")
    void racy() {
      RUNS.incrementAndGet();
      Account account = new Account();
      RaceCheck.inParallel(account::deposit, account::deposit);
    }
  }

  @Test
  void ignoredMethodOfACheckedClass_runsOnceUnchecked() {
    Failures.assertPassed(run(CheckedClassTestCases.class, "racedet.auto", "false"), 1);
    assertThat(RUNS).hasValue(1);
  }

  static class ThreadTestCases {
    @Test
    void isTheRunnersThread() {
      assertThat(Thread.currentThread().getName()).isEqualTo("the runner");
    }
  }

  @Test
  void testSeesTheThreadOfTheRunner() throws InterruptedException {
    List<EngineExecutionResults> results = new ArrayList<>();
    Thread runner = new Thread(() -> results.add(run(ThreadTestCases.class)), "the runner");
    runner.start();
    runner.join();
    Failures.assertPassed(results.get(0), 1);
  }

  /** A pool and plain state that are older than the tests, and are shared by them. */
  @TestMethodOrder(MethodOrderer.MethodName.class)
  static class SharedStateTestCases {
    static final Account OF_INITIALISER = new Account();
    static final ExecutorService POOL = Executors.newFixedThreadPool(2);
    static Account ofBeforeAll;

    static {
      OF_INITIALISER.deposit();
    }

    @BeforeAll
    static void open() throws Exception {
      ofBeforeAll = new Account();
      POOL.submit(ofBeforeAll::deposit).get();
      POOL.submit(OF_INITIALISER::deposit).get();
    }

    @AfterAll
    static void close() {
      POOL.shutdown();
    }

    @Test
    void aPoolUsesIt() throws Exception {
      POOL.submit(ofBeforeAll::deposit).get();
      POOL.submit(OF_INITIALISER::deposit).get();
    }

    @Test
    void bTestUsesItToo() throws Exception {
      ofBeforeAll.deposit();
      OF_INITIALISER.deposit();
      POOL.submit(ofBeforeAll::deposit).get();
      POOL.submit(OF_INITIALISER::deposit).get();
    }

    @Test
    void cPoolAndTestAtOnce() throws Exception {
      CyclicBarrier both = new CyclicBarrier(2);
      List<Callable<Integer>> tasks = Collections.nCopies(2, () -> depositAfter(both));
      POOL.invokeAll(tasks);
    }

    /* Behind the barrier, so that each of the two threads takes one. */
    private static int depositAfter(CyclicBarrier both) throws Exception {
      both.await(10, TimeUnit.SECONDS);
      ofBeforeAll.deposit();
      return 1;
    }
  }

  @Test
  void stateOlderThanTheTest_onlyItsRaceIsFound() {
    EngineExecutionResults results = run(SharedStateTestCases.class);
    results.testEvents().assertStatistics(s -> s.started(3).succeeded(2).failed(1));
    assertThat(Failures.single(results))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("Account.balance")
        .hasMessageContaining("cPoolAndTestAtOnce()");
  }

  @Test
  void testsInParallel_areCheckedOneAtATime() {
    EngineExecutionResults results =
        run(
            MixedTestCases.class,
            "junit.jupiter.execution.parallel.enabled",
            "true",
            "junit.jupiter.execution.parallel.mode.default",
            "concurrent",
            "junit.jupiter.execution.parallel.config.strategy",
            "fixed",
            "junit.jupiter.execution.parallel.config.fixed.parallelism",
            "4");
    assertThat(Failures.single(results)).isInstanceOf(RaceFoundError.class);
    assertThat(outcomes(results)).hasSize(7).contains("PASSED", "RACES", "IGNORED");
  }
}
