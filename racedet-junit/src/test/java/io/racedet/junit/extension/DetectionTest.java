package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.racedet.junit.DeadlockFoundError;
import io.racedet.junit.ExpectRace;
import io.racedet.junit.NoRaceFoundError;
import io.racedet.junit.NotCheckedError;
import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFoundError;
import io.racedet.junit.RaceFree;
import io.racedet.junit.RaceFreeTest;
import io.racedet.junit.TestHungError;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** The whole path: annotation, agent, recording, analysis, failure. */
class DetectionTest {
  /** How often a test runs that does not say it. */
  int repetitions() {
    return 10;
  }

  private EngineExecutionResults run(String method) {
    return run(DetectionTestCases.class, method);
  }

  private EngineExecutionResults run(Class<?> testClass, String method, Class<?>... parameters) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectMethod(testClass, method, parameters))
        .configurationParameter("racedet.repetitions", Integer.toString(repetitions()))
        .execute();
  }

  static class DetectionTestCases {
    private final Account account = new Account();
    private Account fromBeforeEach;

    @BeforeEach
    void open() {
      fromBeforeEach = new Account();
    }

    @RaceFreeTest
    void racy() {
      RaceCheck.inParallel(account::deposit, account::deposit);
    }

    @RaceFreeTest
    void racyOnStateOfBeforeEach() {
      RaceCheck.inParallel(fromBeforeEach::deposit, fromBeforeEach::deposit);
    }

    @RaceFreeTest
    void clean() {
      RaceCheck.inParallel(account::depositSafely, account::depositSafely);
    }

    @RaceFreeTest
    void racyAndFailing() {
      RaceCheck.inParallel(account::deposit, account::deposit);
      throw new IllegalStateException("own failure");
    }

    @Test
    @ExpectRace(on = "Account.balance")
    void expectedRace() {
      RaceCheck.inParallel(account::deposit, account::deposit);
    }

    @Test
    @ExpectRace(on = "element 0 of local variable cells of method expectedRaceOnAnArray (int[1])")
    void expectedRaceOnAnArray() {
      int[] cells = {0};
      RaceCheck.inParallel(() -> cells[0]++, () -> cells[0]++);
    }

    @Test
    @ExpectRace(on = "array int[1][0]")
    void expectedRaceOnAnyArray() {
      int[] cells = {0};
      RaceCheck.inParallel(() -> cells[0]++, () -> cells[0]++);
    }

    @Test
    @ExpectRace(with = @RaceFree(repetitions = 5, timeLimit = "300s"))
    void expectedRaceThatIsNotThere() {
      RaceCheck.inParallel(account::depositSafely, account::depositSafely);
    }

    @RaceFreeTest
    void oneThread() {
      account.deposit();
    }

    @Test
    @RaceFree(maxEvents = 50)
    void tooManyEvents() {
      for (int i = 0; i < 1000; i++) {
        account.depositSafely();
      }
    }

    @Test
    @RaceFree(hangAfter = "1s")
    void neverEnding() throws InterruptedException {
      new CountDownLatch(1).await();
    }

    @RaceFreeTest
    void deadlock() {
      Account other = new Account();
      CountDownLatch both = new CountDownLatch(2);
      RaceCheck.inParallel(() -> lock(account, other, both), () -> lock(other, account, both));
    }

    private static void lock(Account first, Account second, CountDownLatch both)
        throws InterruptedException {
      synchronized (first) {
        both.countDown();
        both.await();
        synchronized (second) {
          first.deposit();
        }
      }
    }

    @RaceFreeTest
    void atomics() {
      RaceCheck.inParallel(account::depositExactly, account::depositExactly);
    }
  }

  /** Has no fields, so that only the classes under test are accessed. */
  static class NoFieldTestCases {
    @Test
    @RaceFree(instrument = "com.acme.none")
    void nothingInstrumented() {
      RaceCheck.inParallel(new Account()::deposit, new Account()::deposit);
    }

    @Test
    @RaceFree(instrument = "io.racedet.junit.extension.DetectionTest")
    void nothingRecorded() throws InterruptedException {
      // No array of arguments here: storing into it would be an access.
      Thread thread = new Thread(new Account()::deposit);
      thread.start();
      thread.join();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @RaceFree(instrument = "io.racedet.junit.extension.Account")
    void nothingRecordedInOneCase(boolean touch) {
      if (touch) {
        Account account = new Account();
        RaceCheck.inParallel(account::depositSafely, account::depositSafely);
      }
    }
  }

  @Test
  void racy_fails_withFieldAndLines() {
    assertThat(Failures.single(run("racy")))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("on Account.balance: ")
        .hasMessageContaining("at io.racedet.junit.extension.Account.deposit(")
        .hasMessageContaining("by \"parallel-1\"")
        .hasMessageContaining("by \"parallel-2\"")
        .hasMessageContaining("object allocated at ")
        .hasMessageContaining("found in DetectionTestCases.racy(), repetition ")
        .hasMessageContaining("-Dracedet.seed=");
  }

  @Test
  void racyOnStateOfBeforeEach_fails() {
    assertThat(Failures.single(run("racyOnStateOfBeforeEach"))).isInstanceOf(RaceFoundError.class);
  }

  @Test
  void clean_passesWithoutWarning() {
    EngineExecutionResults results = run("clean");
    Failures.assertPassed(results, 1);
    assertThat(Failures.warnings(results)).isEmpty();
  }

  @Test
  void atomics_areClean() {
    Failures.assertPassed(run("atomics"), 1);
  }

  @Test
  void failingBody_keepsItsFailure_raceIsSuppressed() {
    Throwable failure = Failures.single(run("racyAndFailing"));
    assertThat(failure).isInstanceOf(IllegalStateException.class).hasMessage("own failure");
    assertThat(failure.getSuppressed()).singleElement().isInstanceOf(RaceFoundError.class);
  }

  @Test
  void expectRace_passesWithIt_failsWithoutIt() {
    Failures.assertPassed(run("expectedRace"), 1);
    Failures.assertPassed(run("expectedRaceOnAnArray"), 1);
    Failures.assertPassed(run("expectedRaceOnAnyArray"), 1);
    assertThat(Failures.single(run("expectedRaceThatIsNotThere")))
        .isInstanceOf(NoRaceFoundError.class)
        .hasMessageContaining("expected a race within 5 repetitions, but there was none");
  }

  @Test
  void oneThread_warnsThatItProvesNothing() {
    EngineExecutionResults results = run("oneThread");
    Failures.assertPassed(results, 1);
    assertThat(Failures.warnings(results)).singleElement().asString().contains("only one thread");
  }

  @Test
  void nothingInstrumented_fails() {
    assertThat(Failures.single(run(NoFieldTestCases.class, "nothingInstrumented")))
        .isInstanceOf(NotCheckedError.class)
        .hasMessageContaining("no class that was loaded matches instrument = [com.acme.none]");
  }

  @Test
  void nothingRecorded_fails() {
    assertThat(Failures.single(run(NoFieldTestCases.class, "nothingRecorded")))
        .isInstanceOf(NotCheckedError.class)
        .hasMessageContaining("no data access was recorded");
  }

  @Test
  void nothingRecordedInOneCaseOfMany_warns() {
    EngineExecutionResults results =
        run(NoFieldTestCases.class, "nothingRecordedInOneCase", boolean.class);
    Failures.assertPassed(results, 2);
    assertThat(Failures.warnings(results))
        .singleElement()
        .asString()
        .contains("no data access was recorded");
  }

  @Test
  void truncated_fails() {
    assertThat(Failures.single(run("tooManyEvents")))
        .isInstanceOf(NotCheckedError.class)
        .hasMessageContaining("after 50 events");
  }

  @Test
  void hangs_failInTime_andOtherTestsGoOn() {
    assertThat(Failures.single(run("neverEnding")))
        .isInstanceOf(TestHungError.class)
        .hasMessageContaining("did not end within 1 s")
        .hasMessageContaining("DetectionTestCases.neverEnding(DetectionTest.java:");
    assertThat(Failures.single(run("deadlock")))
        .isInstanceOf(DeadlockFoundError.class)
        .hasMessageStartingWith("deadlock (");
    Failures.assertPassed(run("clean"), 1);
    assertThat(Failures.single(run("racy"))).isInstanceOf(RaceFoundError.class);
  }
}
