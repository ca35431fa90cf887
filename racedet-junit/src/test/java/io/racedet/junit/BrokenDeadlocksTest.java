package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** What follows in a test after a deadlock that happened was broken does not hide it. */
@ResourceLock(Resources.GLOBAL)
class BrokenDeadlocksTest {
  /** The request for the second lock of who asks last ends with an error. */
  private static final class Pair {
    final ReentrantLock first = new ReentrantLock();
    final ReentrantLock second = new ReentrantLock();
    final CyclicBarrier both = new CyclicBarrier(2);

    void takeBoth(ReentrantLock outer, ReentrantLock inner, boolean last) throws Exception {
      outer.lock();
      try {
        both.await();
        while (last && !outer.hasQueuedThreads()) {
          Thread.onSpinWait();
        }
        try {
          inner.lock(); // ends with an error in who asks last
        } finally {
          inner.unlock(); // the lock is not held then
        }
      } finally {
        outer.unlock();
      }
    }
  }

  private static Thread started(DeadlocksTest.Step step) {
    Thread thread =
        new Thread(
            () -> {
              try {
                step.run();
              } catch (IllegalMonitorStateException e) {
                throw e;
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            },
            "thread 1");
    thread.start();
    return thread;
  }

  private static Throwable unperturbed(DeadlocksTest.Step body) {
    return catchThrowable(() -> DeadlocksTest.check().schedule(Schedule.NONE).run(body::run));
  }

  @Test
  void brokenRequestOfTheBody_showsAsAnotherException_suppressed() {
    Throwable thrown =
        unperturbed(
            () -> {
              Pair locks = new Pair();
              started(() -> locks.takeBoth(locks.second, locks.first, false));
              locks.takeBoth(locks.first, locks.second, true);
            });
    assertThat(thrown)
        .isInstanceOf(DeadlockFoundError.class)
        .hasMessageStartingWith("deadlock (OBSERVED) of BrokenDeadlocksTest.Pair.");
    assertThat(thrown.getSuppressed())
        .hasAtLeastOneElementOfType(IllegalMonitorStateException.class);
  }

  @Test
  void brokenRequestOfAnotherThread_showsAsAnotherException_suppressed() {
    Throwable thrown =
        unperturbed(
            () -> {
              Pair locks = new Pair();
              Thread other = started(() -> locks.takeBoth(locks.second, locks.first, true));
              locks.takeBoth(locks.first, locks.second, false);
              other.join();
            });
    assertThat(thrown)
        .isInstanceOf(DeadlockFoundError.class)
        .hasMessageStartingWith("deadlock (OBSERVED) of BrokenDeadlocksTest.Pair.");
    assertThat(thrown.getSuppressed())
        .hasAtLeastOneElementOfType(ThreadFailedError.class)
        .extracting(Throwable::getCause)
        .hasAtLeastOneElementOfType(IllegalMonitorStateException.class);
  }

  /** As an observed race is. */
  @Test
  void observedDeadlock_isConfirmed() {
    Throwable thrown =
        catchThrowable(
            () ->
                DeadlocksTest.check()
                    .run(
                        () -> {
                          Pair locks = new Pair();
                          Thread other =
                              started(() -> locks.takeBoth(locks.second, locks.first, false));
                          locks.takeBoth(locks.first, locks.second, false);
                          other.join();
                        }));
    assertThat(thrown)
        .isInstanceOf(DeadlockFoundError.class)
        .hasMessageStartingWith("deadlock (CONFIRMED) of BrokenDeadlocksTest.Pair.")
        .hasMessageContaining("reproduce with: -Dracedet.replay=");
  }

  @Test
  void observedDeadlockOfMonitors_isConfirmed() {
    Throwable thrown =
        catchThrowable(
            () ->
                DeadlocksTest.check()
                    .run(
                        () -> {
                          Object a = new Object();
                          Object b = new Object();
                          CyclicBarrier both = new CyclicBarrier(2);
                          RaceCheck.inParallel(() -> within(a, b, both), () -> within(b, a, both));
                        }));
    assertThat(thrown)
        .isInstanceOf(DeadlockFoundError.class)
        .hasMessageStartingWith("deadlock (CONFIRMED) of local variable ");
  }

  private static void within(Object outer, Object inner, CyclicBarrier both) throws Exception {
    synchronized (outer) {
      both.await();
      synchronized (inner) {
        outer.hashCode();
      }
    }
  }

  /** Each of its repetitions would hang. */
  @Test
  void observedDeadlockOfStamps_isConfirmed() {
    Throwable thrown =
        catchThrowable(
            () ->
                DeadlocksTest.check()
                    .run(
                        () -> {
                          StampedLock a = new StampedLock();
                          StampedLock b = new StampedLock();
                          CyclicBarrier both = new CyclicBarrier(2);
                          RaceCheck.inParallel(() -> within(a, b, both), () -> within(b, a, both));
                        }));
    assertThat(thrown)
        .isInstanceOf(DeadlockFoundError.class)
        .hasMessageStartingWith("deadlock (CONFIRMED) of local variable ");
  }

  private static void within(StampedLock outer, StampedLock inner, CyclicBarrier both)
      throws Exception {
    long stamp = outer.writeLock();
    try {
      both.await();
      inner.unlockRead(inner.readLock());
    } finally {
      outer.unlockWrite(stamp);
    }
  }

  /** Nothing else would tell of it. */
  @Test
  void errorOfABreak_withoutADeadlockInTheRecording_fails() {
    Throwable thrown =
        unperturbed(
            () -> {
              throw broken();
            });
    assertThat(thrown.getClass().getSimpleName()).isEqualTo("DeadlockBroken");
  }

  @Test
  void deathOfABreak_withoutADeadlockInTheRecording_fails() {
    Throwable thrown =
        unperturbed(
            () ->
                started(
                        () -> {
                          throw broken();
                        })
                    .join());
    assertThat(thrown).isInstanceOf(ThreadFailedError.class);
    assertThat(thrown.getCause().getClass().getSimpleName()).isEqualTo("DeadlockBroken");
  }

  /** The class is in the boot class path once the agent is installed. */
  private static Error broken() throws ReflectiveOperationException {
    var observed =
        Class.forName("io.racedet.runtime.locks.DeadlockBroken", true, null)
            .getDeclaredMethod("observed");
    observed.setAccessible(true);
    return (Error) observed.invoke(null);
  }

  /** Both threads have been started by lambdas, and one asks for a lock at the end of its wait. */
  @Test
  void requestAtTheEndOfAWait_isWhereTheProgramWaits() {
    Object waitedFor = new Object();
    Object held = new Object();
    CountDownLatch waits = new CountDownLatch(1);
    Throwable thrown =
        unperturbed(
            () ->
                RaceCheck.inParallel(
                    () -> waitHolding(held, waitedFor, waits),
                    () -> {
                      waits.await();
                      wakeAndRequest(waitedFor, held);
                    }));
    assertThat(thrown).isInstanceOf(DeadlockFoundError.class);
    assertThat(thrown.getMessage().lines().findFirst().orElseThrow())
        .startsWith("deadlock (OBSERVED) of ")
        .containsPattern(": BrokenDeadlocksTest.java:\\d+ and BrokenDeadlocksTest.java:\\d+");
    assertThat(thrown.getMessage())
        .contains("BrokenDeadlocksTest.waitHolding", "BrokenDeadlocksTest.wakeAndRequest")
        .doesNotContain("Object.java", "java.lang.Object.wait", "$$", "0x");
    assertThat(((DeadlockFoundError) thrown).deadlocks().get(0).requests())
        .hasSize(2)
        .allSatisfy(
            request -> assertThat(request.lockset()).hasSize(1).doesNotContain(request.lock()));
  }

  private static void waitHolding(Object held, Object waitedFor, CountDownLatch waits)
      throws InterruptedException {
    synchronized (held) {
      synchronized (waitedFor) {
        waits.countDown();
        waitedFor.wait();
      }
    }
  }

  private static void wakeAndRequest(Object waitedFor, Object held) {
    synchronized (waitedFor) {
      waitedFor.notifyAll();
      synchronized (held) {
        held.hashCode();
      }
    }
  }
}
