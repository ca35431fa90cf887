package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.racedet.race.Deadlock;
import io.racedet.race.Grade;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Dead-locks of checked blocks: found, proved and confirmed without a hang; else silence. */
@ResourceLock(Resources.GLOBAL)
class DeadlocksTest {
  /** What a thread does between others. */
  private interface Step {
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

  private static RaceCheck check() {
    return RaceCheck.with().repetitions(20).timeLimit("30s");
  }

  /** Runs the steps at the same time; each begins later than the one before mostly ends. */
  private static void threads(Step... steps) throws Exception {
    Thread[] threads = new Thread[steps.length];
    for (int i = 0; i < steps.length; i++) {
      Step step = steps[i];
      int delay = 10 * i;
      threads[i] =
          new Thread(
              () -> {
                try {
                  Thread.sleep(delay);
                  step.run();
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              },
              "thread " + i);
    }
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static Deadlock deadlock(Step body) {
    DeadlockFoundError error =
        catchThrowableOfType(DeadlockFoundError.class, () -> check().run(body::run));
    assertThat(error).as("dead-lock").isNotNull();
    assertThat(error.deadlocks()).as(error.getMessage()).hasSize(1);
    assertThat(error.deadlocks().get(0).grade()).as(error.getMessage()).isEqualTo(Grade.CONFIRMED);
    assertThat(error).hasMessageContaining("-Dracedet.replay=");
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("thread "));
    return error.deadlocks().get(0);
  }

  private static void within(Object outer, Object inner) {
    synchronized (outer) {
      synchronized (inner) {
        outer.hashCode();
      }
    }
  }

  private static void within(Lock outer, Lock inner) {
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
    assertThat(found.threads()).containsExactly("thread 0", "thread 1");
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

  /** No call names the methods that ask for the locks. */
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
  void readsOfBoth_silent() {
    check()
        .run(
            () -> {
              ReentrantReadWriteLock a = new ReentrantReadWriteLock();
              ReentrantReadWriteLock b = new ReentrantReadWriteLock();
              threads(
                  () -> within(a.readLock(), b.readLock()),
                  () -> within(b.readLock(), a.readLock()));
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

  @Test
  void gate_silent() {
    check()
        .run(
            () -> {
              Object gate = new Object();
              Object a = new Object();
              Object b = new Object();
              threads(() -> gated(gate, a, b), () -> gated(gate, b, a));
            });
  }

  private static void gated(Object gate, Object outer, Object inner) {
    synchronized (gate) {
      within(outer, inner);
    }
  }

  @Test
  void orderedByJoin_silent() {
    check()
        .run(
            () -> {
              Object a = new Object();
              Object b = new Object();
              threads(() -> within(a, b));
              threads(() -> within(b, a));
            });
  }

  @Test
  void tries_silent() {
    check()
        .run(
            () -> {
              Lock a = new ReentrantLock();
              Lock b = new ReentrantLock();
              threads(() -> within(a, b), () -> tries(b, a));
            });
  }

  private static void tries(Lock outer, Lock inner) throws InterruptedException {
    outer.lock();
    try {
      if (inner.tryLock()) {
        inner.unlock();
      } else if (inner.tryLock(1, TimeUnit.MILLISECONDS)) {
        inner.unlock();
      }
    } finally {
      outer.unlock();
    }
  }

  @Test
  void ownCondition_silent() {
    check()
        .run(
            () -> {
              Lock lock = new ReentrantLock();
              Condition condition = lock.newCondition();
              threads(
                  () -> {
                    lock.lock();
                    try {
                      condition.await(20, TimeUnit.MILLISECONDS);
                    } finally {
                      lock.unlock();
                    }
                  },
                  () -> {
                    lock.lock();
                    try {
                      condition.signalAll();
                    } finally {
                      lock.unlock();
                    }
                  });
            });
  }

  /** One thread after the other, since a dead-lock would not be broken. */
  @Test
  void switchedOff_silent() {
    check()
        .deadlocks(false)
        .repetitions(3)
        .run(
            () -> {
              Object a = new Object();
              Object b = new Object();
              Thread first = new Thread(() -> within(a, b));
              first.start();
              while (first.getState() != Thread.State.TERMINATED) {
                Thread.sleep(1);
              }
              threads(() -> within(b, a));
            });
  }

  /** Every repetition really dead-locks, and none hangs. */
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
    assertThat(error).hasMessageStartingWith("dead-lock (OBSERVED) of Object@");
    assertThat(error).hasMessageContaining("while it holds Object@");
    Deadlock found = error.deadlocks().get(0);
    assertThat(found.requests()).hasSize(2);
    assertThat(found.requests().get(0).lockset()).containsExactly(found.requests().get(1).lock());
  }

  private static void met(Object outer, Object inner, CyclicBarrier both) throws Exception {
    synchronized (outer) {
      both.await();
      synchronized (inner) {
        outer.hashCode();
      }
    }
  }

  /** A request that an interrupt has ended is none, whatever the thread holds afterwards. */
  @Test
  void interruptedRequest_silent() {
    check()
        .repetitions(5)
        .run(
            () -> {
              ReentrantLock a = new ReentrantLock();
              ReentrantLock b = new ReentrantLock();
              CountDownLatch taken = new CountDownLatch(2);
              CountDownLatch given = new CountDownLatch(1);
              Thread first =
                  new Thread(
                      () -> {
                        a.lock();
                        try {
                          taken.countDown();
                          taken.await();
                          b.lockInterruptibly();
                        } catch (InterruptedException e) {
                          given.countDown();
                        } finally {
                          a.unlock();
                        }
                      });
              Thread second =
                  new Thread(
                      () -> {
                        b.lock();
                        try {
                          taken.countDown();
                          taken.await();
                          first.interrupt();
                          given.await();
                          a.lock();
                          a.unlock();
                        } catch (InterruptedException e) {
                          throw new IllegalStateException(e);
                        } finally {
                          b.unlock();
                        }
                      });
              first.start();
              second.start();
              first.join();
              second.join();
            });
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
