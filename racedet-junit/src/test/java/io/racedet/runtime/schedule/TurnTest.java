package io.racedet.runtime.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A thread that waits for its turn is woken by it, and takes nothing that its test waits for. */
@Timeout(60)
class TurnTest {
  private static final long LONG_MILLIS = 3_600_000;

  private final Turn turn = new Turn();
  private final CountDownLatch begun = new CountDownLatch(1);

  private Thread sleeper(Runnable afterwards) {
    Thread thread =
        new Thread(
            () -> {
              begun.countDown();
              turn.sleep(LONG_MILLIS);
              afterwards.run();
            });
    thread.start();
    return thread;
  }

  private static void awaitSleep(Thread thread) {
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }

  @Test
  void grant_wakesTheThread() throws InterruptedException {
    Thread thread = sleeper(() -> {});
    awaitSleep(thread);
    turn.grant();
    thread.join();
    assertThat(turn.granted).isTrue();
  }

  @Test
  void grant_beforeTheSleep_letsItNotBegin() {
    turn.grant();
    turn.sleep(LONG_MILLIS);
  }

  @Test
  void interrupt_endsTheSleep_andIsKept() throws Exception {
    CompletableFuture<Boolean> kept = new CompletableFuture<>();
    Thread thread = sleeper(() -> kept.complete(Thread.currentThread().isInterrupted()));
    awaitSleep(thread);
    thread.interrupt();
    assertThat(kept.get()).isTrue();
  }

  @Test
  void stayAwake_endsTheSleep_soThatAnInterruptIsNeverCleared() throws Exception {
    AtomicBoolean end = new AtomicBoolean();
    Thread thread =
        new Thread(
            () -> {
              while (!end.get()) {
                turn.sleep(LONG_MILLIS);
              }
            });
    thread.start();
    awaitSleep(thread);
    turn.stayAwake();
    assertThat(turn.isAwake()).isTrue();
    thread.interrupt();
    for (int i = 0; i < 100_000; i++) {
      assertThat(thread.isInterrupted()).isTrue();
      assertThat(thread.getState()).isNotEqualTo(Thread.State.TIMED_WAITING);
    }
    end.set(true);
    thread.join();
  }

  @Test
  void permit_isLeftForTheTest() throws InterruptedException {
    Thread thread = sleeper(LockSupport::park);
    awaitSleep(thread);
    LockSupport.unpark(thread);
    turn.grant();
    thread.join();
  }
}
