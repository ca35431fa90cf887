package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.StampedLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Deadlocks with locks that have stamps, in each repetition. */
@ResourceLock(Resources.GLOBAL)
class StampDeadlocksTest {
  /** Any thread may give a stamp back, so that it is broken only when all threads wait. */
  @Test
  void deadlockOfStampsThatComes_brokenAndObserved() {
    LeftThreads left = new LeftThreads();
    DeadlockFoundError error =
        catchThrowableOfType(
            DeadlockFoundError.class,
            () ->
                DeadlocksTest.check()
                    .repetitions(3)
                    .schedule(Schedule.NONE)
                    .run(
                        () -> {
                          StampedLock a = new StampedLock();
                          StampedLock b = new StampedLock();
                          CyclicBarrier both = new CyclicBarrier(2);
                          RaceCheck.inParallel(() -> met(a, b, both), () -> met(b, a, both));
                        }));
    assertThat(error).hasMessageStartingWith("deadlock (OBSERVED) of local variable ");
    assertThat(error.deadlocks().get(0).requests()).hasSize(2);
    left.haveNone("parallel-");
  }

  /** The cycle has a lock that only its owner can release, and one with stamps. */
  @Test
  void deadlockOfAStampAndAMonitorThatComes_brokenAndObserved() {
    DeadlockFoundError error =
        catchThrowableOfType(
            DeadlockFoundError.class,
            () ->
                DeadlocksTest.check()
                    .repetitions(3)
                    .schedule(Schedule.NONE)
                    .run(
                        () -> {
                          StampedLock a = new StampedLock();
                          CyclicBarrier both = new CyclicBarrier(2);
                          RaceCheck.inParallel(() -> inMonitor(a, both), () -> inStamp(a, both));
                        }));
    assertThat(error).hasMessageStartingWith("deadlock (OBSERVED) of ");
    assertThat(error.deadlocks().get(0).requests()).hasSize(2);
  }

  private static void inMonitor(StampedLock lock, CyclicBarrier both) throws Exception {
    synchronized (both) {
      both.await();
      lock.unlockRead(lock.readLock());
    }
  }

  private static void inStamp(StampedLock lock, CyclicBarrier both) throws Exception {
    long stamp = lock.writeLock();
    try {
      both.await();
      synchronized (both) {
        both.hashCode();
      }
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  /** Nothing is broken. */
  @Test
  void stampsThatHang_areExplained() {
    StampedLock a = new StampedLock();
    StampedLock b = new StampedLock();
    CyclicBarrier both = new CyclicBarrier(2);
    TestHungError error =
        catchThrowableOfType(
            TestHungError.class,
            () ->
                DeadlocksTest.check()
                    .deadlocks(false)
                    .schedule(Schedule.NONE)
                    .run(() -> RaceCheck.inParallel(() -> met(a, b, both), () -> met(b, a, both))));
    assertThat(error)
        .hasMessageContaining("from the recording:\n  deadlock: \"parallel-")
        .hasMessageContaining(" requests local variable ")
        .hasMessageContaining("StampDeadlocksTest.java:");
  }

  private static void met(StampedLock outer, StampedLock inner, CyclicBarrier both)
      throws Exception {
    long stamp = outer.writeLock();
    try {
      both.await();
      inner.unlockWrite(inner.writeLockInterruptibly());
    } finally {
      outer.unlockWrite(stamp);
    }
  }
}
