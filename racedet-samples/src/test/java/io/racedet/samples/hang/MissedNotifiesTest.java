package io.racedet.samples.hang;

import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFree;
import io.racedet.samples.launch.TestRun;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests in which a notify comes and does not wake the thread that waits for it: each hangs. */
@Tag(TestRun.FAILING)
@RaceFree(repetitions = 1)
class MissedNotifiesTest {
  private final Gate gate = new Gate();
  private final Object awaited = new Object();
  private final Object other = new Object();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition notEmpty = lock.newCondition();
  private final Condition notFull = lock.newCondition();

  private static final class Gate {
    private int pending;

    synchronized void await() throws InterruptedException {
      while (pending == 0) {
        wait();
      }
      pending--;
    }

    synchronized void open() {
      pending++;
      notify();
    }

    synchronized void take() {
      pending = 0;
    }
  }

  private static Thread started(String name, RaceCheck.Block task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (Throwable e) {
                Thread.currentThread().interrupt();
              }
            },
            name);
    thread.start();
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    return thread;
  }

  /** What the notify announces is gone before the thread has the monitor again. */
  @Test
  void taken() throws Throwable {
    Thread waits = started("waits", gate::await);
    synchronized (gate) {
      gate.open();
      gate.take();
    }
    waits.join();
  }

  @Test
  void oneOfTwo() throws Throwable {
    Thread one = started("one", gate::await);
    Thread two = started("two", gate::await);
    gate.open();
    one.join();
    two.join();
  }

  private void await() throws InterruptedException {
    synchronized (awaited) {
      awaited.wait();
    }
  }

  @Test
  void otherObject() throws Throwable {
    Thread waits = started("waits", this::await);
    synchronized (other) {
      other.notifyAll();
    }
    waits.join();
  }

  @Test
  void otherCondition() throws Throwable {
    Thread waits = started("waits", () -> locked(notEmpty::await));
    locked(notFull::signal);
    waits.join();
  }

  @Test
  void signalTooEarly() throws Throwable {
    locked(notEmpty::signalAll);
    started("waits", () -> locked(notEmpty::await)).join();
  }

  private void locked(RaceCheck.Block body) throws Throwable {
    lock.lock();
    try {
      body.run();
    } finally {
      lock.unlock();
    }
  }
}
