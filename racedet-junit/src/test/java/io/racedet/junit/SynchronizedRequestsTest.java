package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.racedet.race.Deadlock;
import java.io.Serializable;
import java.util.Stack;
import java.util.Vector;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * Calls of synchronized methods that have no instruction before they have their monitor: the JVM
 * derives a version from the flags of serializable classes, so these keep them.
 */
@ResourceLock(Resources.GLOBAL)
class SynchronizedRequestsTest {
  private static RaceCheck check() {
    return RaceCheck.with().repetitions(5).schedule(Schedule.NONE).timeLimit("30s");
  }

  /** What is done with a lock. */
  private interface Step {
    void run() throws Exception;
  }

  /**
   * A thread makes a call that does not request a lock, or not any more, and keeps another one
   * until a second thread, which has the first, waits for it.
   */
  private static void keepsUntilAnotherWaits(Object lock, Object mine, Runnable call)
      throws InterruptedException {
    CountDownLatch called = new CountDownLatch(1);
    Thread second =
        new Thread(
            () -> {
              await(called);
              synchronized (lock) {
                synchronized (mine) {
                  mine.hashCode();
                }
              }
            });
    Thread first =
        new Thread(
            () -> {
              synchronized (mine) {
                call.run();
                called.countDown();
                while (second.getState() != Thread.State.BLOCKED
                    && second.getState() != Thread.State.TERMINATED) {
                  Thread.onSpinWait();
                }
              }
            });
    second.start();
    first.start();
    first.join();
    second.join();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void methodOverriddenWithoutSynchronized_isNoRequest() {
    check()
        .run(
            () -> {
              Flagged object = new Overriding();
              keepsUntilAnotherWaits(object, new Object(), () -> object.call());
            });
  }

  @Test
  void methodThatHasReturned_isNoRequest() {
    check()
        .run(
            () -> {
              Flagged object = new Flagged();
              keepsUntilAnotherWaits(object, new Object(), () -> object.call());
            });
  }

  private static void deadlock(Object a, Step callOfB, Object b, Step callOfA) throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    RaceCheck.inParallel(() -> met(a, both, callOfB), () -> met(b, both, callOfA));
  }

  private static void met(Object lock, CyclicBarrier both, Step call) throws Exception {
    synchronized (lock) {
      both.await();
      call.run();
    }
  }

  private static void assertBroken(Step body) {
    DeadlockFoundError error =
        catchThrowableOfType(DeadlockFoundError.class, () -> check().run(body::run));
    assertThat(error).as("deadlock").isNotNull();
    assertThat(error).hasMessageStartingWith("deadlock (OBSERVED) of ");
    Deadlock found = error.deadlocks().get(0);
    assertThat(found.requests()).hasSize(2);
  }

  @Test
  void deadlockOfCalls_ofTheJdk_isBroken() {
    assertBroken(
        () -> {
          Vector<String> a = new Vector<>();
          Stack<String> b = new Stack<>();
          deadlock(a, () -> b.add("x"), b, () -> a.add("x"));
        });
  }

  @Test
  void deadlockOfCalls_inheritedOrNot_isBroken() {
    assertBroken(
        () -> {
          Flagged a = new Flagged();
          Inheriting b = new Inheriting();
          deadlock(a, () -> b.call(), b, () -> a.call());
        });
  }

  @Test
  void deadlockOfPrivateMethods_isBroken() {
    assertBroken(
        () -> {
          Flagged a = new Flagged();
          Flagged b = new Inheriting();
          deadlock(a, () -> b.callOwn(), b, () -> a.callOwn());
        });
  }

  @Test
  void deadlockOfStaticCalls_isBroken() {
    StaticFirst.call();
    StaticSecond.call();
    assertBroken(
        () ->
            deadlock(
                StaticFirst.class,
                () -> StaticSecond.call(),
                StaticSecond.class,
                () -> StaticFirst.call()));
  }
}

@SuppressWarnings("serial")
class Flagged implements Serializable {
  private int calls;

  synchronized void call() {
    calls++;
  }

  final void callOwn() {
    own();
  }

  private synchronized void own() {
    calls++;
  }
}

@SuppressWarnings("serial")
final class Inheriting extends Flagged {}

@SuppressWarnings("serial")
final class Overriding extends Flagged {
  @Override
  void call() {
    /* Needs no lock. */
  }
}

final class StaticFirst {
  private StaticFirst() {}

  static synchronized void call() {
    StaticFirst.class.getName();
  }
}

final class StaticSecond {
  private StaticSecond() {}

  static synchronized void call() {
    StaticSecond.class.getName();
  }
}
