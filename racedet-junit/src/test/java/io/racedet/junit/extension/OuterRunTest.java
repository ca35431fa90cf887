package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFoundError;
import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestInstancePostProcessor;
import org.junit.platform.testkit.engine.EngineExecutionResults;

/** The tests of a suite are checked while JUnit runs them: nothing of them runs twice. */
class OuterRunTest {
  private static final List<String> CALLS = new ArrayList<>();

  private static EngineExecutionResults run(Class<?> testClass, String... parameters) {
    CALLS.clear();
    return WholeSuiteTest.run(testClass, parameters);
  }

  static class OnceTestCases {
    OnceTestCases() {
      CALLS.add("constructor");
    }

    @BeforeEach
    void before() {
      CALLS.add("before");
    }

    @Test
    void test() {
      CALLS.add("test");
    }

    @AfterEach
    void after() {
      CALLS.add("after");
    }
  }

  @Test
  void eachPart_runsOnce() {
    Failures.assertPassed(run(OnceTestCases.class), 1);
    assertThat(CALLS).containsExactly("constructor", "before", "test", "after");
  }

  @Test
  void furtherRepetitions_runEachPartAgain() {
    Failures.assertPassed(
        run(OnceTestCases.class, "racedet.repetitions", "3", "racedet.timeLimit", "300s"), 1);
    assertThat(CALLS.stream().filter("test"::equals)).hasSize(3);
    assertThat(CALLS.stream().filter("before"::equals)).hasSize(3);
    assertThat(CALLS.stream().filter("after"::equals)).hasSize(3);
  }

  static class FieldTestCases {
    private final Account account = new Account();

    @Test
    void racy() {
      RaceCheck.inParallel(account::deposit, account::deposit);
    }
  }

  /** With the place where the constructor has allocated the object. */
  @Test
  void whatTheConstructorDoes_isRecorded() {
    assertThat(Failures.single(run(FieldTestCases.class)))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("Account.balance")
        .hasMessageContaining("object allocated at")
        .hasMessageContaining("FieldTestCases.<init>");
  }

  static class StartedByConstructorTestCases {
    private final Account account = new Account();
    private final Thread started = new Thread(account::deposit);

    StartedByConstructorTestCases() {
      started.start();
      account.deposit();
    }

    @Test
    void test() throws InterruptedException {
      started.join();
    }
  }

  @Test
  void raceOfTheConstructor_isFound() {
    assertThat(Failures.single(run(StartedByConstructorTestCases.class)))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("Account.balance");
  }

  static class AfterTestCases {
    private final Account account = new Account();
    private Thread started;

    @Test
    void test() {
      started = new Thread(account::deposit);
      started.start();
    }

    @AfterEach
    void after() throws InterruptedException {
      account.deposit();
      started.join();
    }
  }

  /** What racedet itself does in between is not recorded. */
  @Test
  void raceWithAnAfterMethod_isFound_withoutLocksOfTheCheck() {
    assertThat(Failures.single(run(AfterTestCases.class)))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("Account.balance")
        .message()
        .doesNotContain("ReentrantLock");
  }

  static class FailingTestCases {
    @Test
    void test() {
      Account account = new Account();
      RaceCheck.inParallel(account::deposit, account::deposit);
      throw new IllegalStateException("its own");
    }
  }

  @Test
  void ownFailure_comesFirst_withTheRace() {
    Throwable failure = Failures.single(run(FailingTestCases.class));
    assertThat(failure).isInstanceOf(IllegalStateException.class).hasMessage("its own");
    assertThat(failure.getSuppressed()).hasAtLeastOneElementOfType(RaceFoundError.class);
    assertThat(failure.getSuppressed()).doesNotContain(failure);
  }

  static class AbortedTestCases {
    @Test
    void test() {
      assumeTrue(false, "not here");
    }
  }

  @Test
  void abortedTest_isAborted() {
    run(AbortedTestCases.class).testEvents().assertStatistics(s -> s.started(1).aborted(1));
  }

  static class FailingConstructorTestCases {
    FailingConstructorTestCases() {
      throw new IllegalStateException("no instance");
    }

    @Test
    void first() {}

    @Test
    void second() {}
  }

  @Test
  void failingConstructor_holdsNobodyUp() {
    run(FailingConstructorTestCases.class)
        .testEvents()
        .assertStatistics(s -> s.started(2).failed(2));
    Failures.assertPassed(run(OnceTestCases.class), 1);
  }

  static final class Refusing implements TestInstancePostProcessor {
    @Override
    public void postProcessTestInstance(Object instance, ExtensionContext context) {
      throw new IllegalStateException("refused");
    }
  }

  @ExtendWith(Refusing.class)
  static class RefusedTestCases {
    @Test
    void first() {}

    @Test
    void second() {}
  }

  /** Nobody calls the extension again for such a test, in this run or in another one. */
  @Test
  void instanceThatIsRefused_holdsNobodyUp() {
    run(RefusedTestCases.class).testEvents().assertStatistics(s -> s.started(2).failed(2));
    Failures.assertPassed(run(OnceTestCases.class), 1);
  }

  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  @TestMethodOrder(MethodOrderer.MethodName.class)
  static class SharedInstanceTestCases {
    private int tests;

    @Test
    void aFirst() {
      tests++;
    }

    @Test
    void bSecond() {
      CALLS.add("second after " + tests);
    }
  }

  @Test
  void instanceOfAClass_isThatOfJUnit() {
    EngineExecutionResults results = run(SharedInstanceTestCases.class);
    Failures.assertPassed(results, 2);
    assertThat(CALLS).containsExactly("second after 1");
    assertThat(WholeSuiteTest.outcomes(results)).containsExactly("ONE_THREAD", "ONE_THREAD");
  }

  static class AnnotatedTestCases {
    private final Account account = new Account();

    @Test
    @RaceFree(repetitions = 2)
    void safe() {
      CALLS.add("test");
      RaceCheck.inParallel(account::depositSafely, account::depositSafely);
    }
  }

  /** Its repetitions are runs of their own. */
  @Test
  void annotatedTestOfASuite_isRepeated() {
    EngineExecutionResults results = run(AnnotatedTestCases.class);
    Failures.assertPassed(results, 1);
    assertThat(CALLS).hasSize(2);
    assertThat(WholeSuiteTest.outcomes(results)).containsExactly("PASSED");
  }

  static class InvalidTestCases {
    @Test
    void test() {
      CALLS.add("test");
    }
  }

  @Test
  void invalidOption_failsTheTest_whichDoesNotRun() {
    assertThat(Failures.single(run(InvalidTestCases.class, "racedet.repetitions", "none")))
        .hasMessageContaining("repetitions = none");
    assertThat(CALLS).isEmpty();
  }
}
