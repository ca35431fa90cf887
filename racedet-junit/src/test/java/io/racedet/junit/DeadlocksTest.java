package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.racedet.race.Deadlock;
import io.racedet.race.Grade;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Deadlocks of checked blocks: found, proved and confirmed without a hang. */
@ResourceLock(Resources.GLOBAL)
class DeadlocksTest {
  /** Whether the next repetition runs its threads one after the other. */
  private static boolean isInOrder;

  /** What a thread does between others. */
  interface Step {
    void run() throws Exception;
  }

  private static final class Account {
    private int balance;

    synchronized void add(int amount) {
      balance += amount;
    }

    synchronized void transfer(Account other, int amount) {
      other.add(amount);
      balance -= amount;
    }
  }

  /** Passes calls on. */
  interface Target {
    void pass(Target next);

    void receive();
  }

  static RaceCheck check() {
    isInOrder = true;
    return RaceCheck.with().repetitions(20).timeLimit("30s");
  }

  /**
   * Runs the steps in threads; in the first repetition, each begins when the one before has ended,
   * which orders nothing that racedet knows of.
   */
  static void threads(Step... steps) throws Exception {
    Thread[] threads = new Thread[steps.length];
    Path folder = Files.createTempDirectory("racedet-ends");
    for (int i = 0; i < steps.length; i++) {
      Step step = steps[i];
      File before = new File(folder.toFile(), "end" + (i - 1));
      File end = new File(folder.toFile(), "end" + i);
      boolean waits = isInOrder && i > 0;
      threads[i] =
          new Thread(
              () -> {
                try {
                  while (waits && !UnseenSignal.isRaised(before)) {
                    Thread.sleep(1);
                  }
                  step.run();
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                } finally {
                  UnseenSignal.raise(end);
                }
              },
              "thread " + i);
    }
    isInOrder = false;
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    for (File file : folder.toFile().listFiles()) {
      file.delete();
    }
    folder.toFile().delete();
  }

  /** Runs the steps in threads that wait for each other themselves. */
  static void threadsAtOnce(Step... steps) throws Exception {
    isInOrder = false;
    threads(steps);
  }

  static Deadlock deadlock(Step body) {
    LeftThreads left = new LeftThreads();
    DeadlockFoundError error =
        catchThrowableOfType(DeadlockFoundError.class, () -> check().run(body::run));
    assertThat(error).as("deadlock").isNotNull();
    assertThat(error.deadlocks()).as(error.getMessage()).hasSize(1);
    assertThat(error.deadlocks().get(0).grade()).as(error.getMessage()).isEqualTo(Grade.CONFIRMED);
    assertThat(error).hasMessageContaining("-Dracedet.replay=");
    left.haveNone("thread ");
    return error.deadlocks().get(0);
  }

  static void within(Object outer, Object inner) {
    synchronized (outer) {
      synchronized (inner) {
        outer.hashCode();
      }
    }
  }

  static void within(Lock outer, Lock inner) {
    outer.lock();
    try {
      inner.lock();
      inner.unlock();
    } finally {
      outer.unlock();
    }
  }

  @Test
  void monitors_confirmed() {
    Deadlock found =
        deadlock(
            () -> {
              Object a = new Object();
              Object b = new Object();
              threads(() -> within(a, b), () -> within(b, a));
            });
    assertThat(found.threads()).containsExactlyInAnyOrder("thread 0", "thread 1");
  }

  @Test
  void order_hasOnlyWhatTheDeadlockNeeds() {
    Map<String, Integer> map = new ConcurrentHashMap<>();
    String message =
        catchThrowableOfType(
                DeadlockFoundError.class,
                () ->
                    check()
                        .run(
                            () -> {
                              Object a = new Object();
                              Object b = new Object();
                              threads(() -> withinUses(a, b, map), () -> withinUses(b, a, map));
                            }))
            .getMessage();
    assertThat(message)
        .containsPattern(
            "after which each thread waits forever:\n"
                + "    the first \\d+ events as recorded, then\n"
                + "    \\(\\d+ other events not shown here\\)\n"
                + "    thread 1\n"
                + "      #\\d+ acq\\(.* monitor\\) DeadlocksTest.java:\\d+\n"
                + "    each waits for another one\n"
                + "      thread 0: #\\d+ <acq\\(.*\\)> DeadlocksTest.java:\\d+\n"
                + "      thread 1: #\\d+ <acq\\(.*\\)> DeadlocksTest.java:\\d+\n");
  }

  private static void withinUses(Object outer, Object inner, Map<String, Integer> map)
      throws IOException {
    Path file = Files.createTempFile("racedet-deadlock", "");
    map.merge("uses", 1, Integer::sum);
    synchronized (outer) {
      int[] sizes = {map.size(), 0};
      Files.writeString(file, "size " + sizes[0]);
      sizes[1] = map.merge("uses", 1, Integer::sum);
      Files.delete(file);
      synchronized (inner) {
        outer.hashCode();
      }
    }
  }

  @Test
  void synchronizedMethods_confirmed() {
    deadlock(
        () -> {
          Account a = new Account();
          Account b = new Account();
          threads(() -> a.transfer(b, 1), () -> b.transfer(a, 2));
        });
  }

  /** No call names the methods that request the locks. */
  @Test
  void synchronizedMethods_calledThroughAnInterface_confirmed() {
    deadlock(
        () -> {
          Target a = new CalledByInterface();
          Target b = new CalledByInterface();
          threads(() -> a.pass(b), () -> b.pass(a));
        });
  }

  @Test
  void staticSynchronizedMethods_confirmed() {
    deadlock(() -> threads(LockedFirst::first, LockedSecond::second));
  }

  @Test
  void reentrantLocks_confirmed() {
    deadlock(
        () -> {
          Lock a = new ReentrantLock();
          Lock b = new ReentrantLock();
          threads(() -> within(a, b), () -> within(b, a));
        });
  }

  @Test
  void lockAndMonitor_confirmed() {
    deadlock(
        () -> {
          Lock a = new ReentrantLock();
          Object b = new Object();
          threads(
              () -> {
                a.lock();
                try {
                  synchronized (b) {
                    b.hashCode();
                  }
                } finally {
                  a.unlock();
                }
              },
              () -> {
                synchronized (b) {
                  a.lock();
                  a.unlock();
                }
              });
        });
  }

  @Test
  void readAndWrite_confirmed() {
    deadlock(
        () -> {
          ReentrantReadWriteLock a = new ReentrantReadWriteLock();
          ReentrantReadWriteLock b = new ReentrantReadWriteLock();
          threads(
              () -> within(a.readLock(), b.writeLock()), () -> within(b.readLock(), a.writeLock()));
        });
  }

  @Test
  void stampedLocks_confirmed() {
    deadlock(
        () -> {
          StampedLock a = new StampedLock();
          StampedLock b = new StampedLock();
          threads(() -> within(a, b, true), () -> within(b, a, false));
        });
  }

  private static void within(StampedLock outer, StampedLock inner, boolean reads) {
    long stamp = outer.writeLock();
    try {
      long other = reads ? inner.readLock() : inner.writeLock();
      inner.unlock(other);
    } finally {
      outer.unlockWrite(stamp);
    }
  }

  @Test
  void threePhilosophers_confirmed() {
    Deadlock found =
        deadlock(
            () -> {
              List<Object> forks = List.of(new Object(), new Object(), new Object());
              threads(
                  () -> within(forks.get(0), forks.get(1)),
                  () -> within(forks.get(1), forks.get(2)),
                  () -> within(forks.get(2), forks.get(0)));
            });
    assertThat(found.requests()).hasSize(3);
  }

  /** Every repetition really deadlocks, and none hangs. */
  @Test
  void deadlockThatComes_brokenAndObserved() {
    DeadlockFoundError error =
        catchThrowableOfType(
            DeadlockFoundError.class,
            () ->
                check()
                    .schedule(Schedule.NONE)
                    .run(
                        () -> {
                          Object a = new Object();
                          Object b = new Object();
                          CyclicBarrier both = new CyclicBarrier(2);
                          RaceCheck.inParallel(() -> met(a, b, both), () -> met(b, a, both));
                        }));
    assertThat(error).hasMessageStartingWith("deadlock (OBSERVED) of local variable ");
    assertThat(error).hasMessageContaining("while it holds local variable ");
    Deadlock found = error.deadlocks().get(0);
    assertThat(found.requests()).hasSize(2);
    assertThat(found.requests().get(0).lockset()).containsExactly(found.requests().get(1).lock());
  }

  @Test
  void notifyThatCameBeforeTheWait_isExplained() {
    TestHungError error =
        catchThrowableOfType(
            TestHungError.class,
            () ->
                check()
                    .schedule(Schedule.NONE)
                    .run(
                        () -> {
                          Object monitor = new Object();
                          Thread notifies =
                              new Thread(
                                  () -> {
                                    synchronized (monitor) {
                                      monitor.notifyAll();
                                    }
                                  },
                                  "early");
                          notifies.start();
                          notifies.join();
                          synchronized (monitor) {
                            monitor.wait();
                          }
                        }));
    assertThat(error)
        .hasMessageContaining("lost notify: \"early\" notified local variable monitor of method ")
        .hasMessageContaining("(Object) at DeadlocksTest.java:");
  }

  private static void met(Object outer, Object inner, CyclicBarrier both) throws Exception {
    synchronized (outer) {
      both.await();
      synchronized (inner) {
        outer.hashCode();
      }
    }
  }
}

/** Is loaded when a test runs: JUnit looks at the classes in a test class before. */
final class CalledByInterface implements DeadlocksTest.Target {
  private int received;

  @Override
  public synchronized void pass(DeadlocksTest.Target next) {
    next.receive();
  }

  @Override
  public synchronized void receive() {
    received++;
  }
}

/** Locks its class, and then the other one. */
final class LockedFirst {
  private LockedFirst() {}

  static synchronized void first() {
    LockedSecond.inner();
  }

  static synchronized void inner() {
    LockedFirst.class.getName();
  }
}

/** The other way round. */
final class LockedSecond {
  private LockedSecond() {}

  static synchronized void second() {
    LockedFirst.inner();
  }

  static synchronized void inner() {
    LockedSecond.class.getName();
  }
}
