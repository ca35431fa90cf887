package io.racedet.junit.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFoundError;
import io.racedet.junit.TestHungError;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** The outcome of a check whose body hangs, or leaves threads behind that do. */
class HungBodyTest extends CheckTestCase {
  @Test
  void bodyHangsAfterARace_isSuppressed_withItsRepetition() throws InterruptedException {
    racyFrom = 1;
    CheckResult result =
        run(
            () -> {
              if (started.size() == 3) {
                new CountDownLatch(1).await();
              }
            });
    assertThat(result.failure().orElseThrow().getSuppressed())
        .singleElement()
        .isInstanceOf(TestHungError.class)
        .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
        .hasMessageStartingWith(
            "AccountTest.transfers(), repetition 3 (replay: -Dracedet.seed="
                + started.get(2).replay()
                + ')');
  }

  @Test
  void deadlockOfThreadsThatOutliveTheBody_failsTheTest() throws InterruptedException {
    Object a = new Object();
    Object b = new Object();
    CountDownLatch both = new CountDownLatch(2);
    CheckResult result =
        run(
            () -> {
              daemon("one", () -> lockInTurn(a, b, both));
              daemon("other", () -> lockInTurn(b, a, both));
              both.await();
            });
    assertThat(result.failure().orElseThrow())
        .isInstanceOf(TestHungError.class)
        .hasMessageContaining("has left threads behind that are in a deadlock\ndeadlock:\n")
        .hasMessageContaining("held by \"other\"");
  }

  private static void daemon(String name, RunnableThatThrows task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (Throwable failure) {
                throw new IllegalStateException(failure);
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }

  @Test
  void allThreadsWaitForEachOther_isHungBeforeHangAfter() throws InterruptedException {
    hangAfter = Duration.ofHours(1);
    CountDownLatch never = new CountDownLatch(1);
    CheckResult result =
        run(
            () -> {
              daemon("waiting", never::await);
              never.await();
            });
    String message = result.failure().orElseThrow().getMessage();
    assertThat(message)
        .contains("all its threads wait, and none with a time limit")
        .contains("\"waiting\" WAITING")
        .contains("CountDownLatch.await");
    assertThat(message.lines()).hasSizeLessThan(40);
  }

  @Test
  void hung_failsInTime_withThreadDumpAndRaces() throws InterruptedException {
    racyFrom = 1;
    hangAfter = Duration.ofMillis(100);
    CountDownLatch never = new CountDownLatch(1);
    CheckResult result = run(never::await);
    assertThat(result.failure().orElseThrow())
        .isInstanceOf(TestHungError.class)
        .hasMessageStartingWith(
            "AccountTest.transfers(), repetition 1 (replay: -Dracedet.seed=NONE:")
        .hasMessageContaining("did not end within 100 ms")
        .hasMessageContaining("\"racedet-test\" WAITING")
        .hasMessageContaining("CountDownLatch.await");
    assertThat(result.failure().orElseThrow().getSuppressed())
        .singleElement()
        .isInstanceOf(RaceFoundError.class);
  }

  @Test
  void deadlock_isFoundBeforeHangAfter_andNamesTheCycle() throws InterruptedException {
    Object a = new Object();
    Object b = new Object();
    CountDownLatch both = new CountDownLatch(2);
    hangAfter = Duration.ofHours(1);
    CheckResult result =
        run(() -> RaceCheck.inParallel(() -> lockInTurn(a, b, both), () -> lockInTurn(b, a, both)));
    assertThat(result.failure().orElseThrow())
        .isInstanceOf(TestHungError.class)
        .hasMessageContaining("hung in a deadlock\ndeadlock:\n")
        .hasMessageContaining(
            "\"parallel-1\" waits for Object@1 held by \"parallel-2\", locked at ")
        .hasMessageContaining("HungBodyTest.java:");
  }

  private static void lockInTurn(Object first, Object second, CountDownLatch both)
      throws InterruptedException {
    synchronized (first) {
      both.countDown();
      both.await();
      synchronized (second) {
        throw new AssertionError("no deadlock");
      }
    }
  }

  @Test
  void recordingThatCannotBeAnalysed_ofABodyThatHung_hangIsReported() throws InterruptedException {
    hangAfter = Duration.ofMillis(200);
    unanalysedFrom = 1;
    CheckResult result = run(new CountDownLatch(1)::await);
    Throwable failure = result.failure().orElseThrow();
    assertThat(failure).isInstanceOf(TestHungError.class);
    assertThat(failure.getSuppressed())
        .anySatisfy(thrown -> assertThat(thrown).hasMessage("the disk is full"));
  }
}
