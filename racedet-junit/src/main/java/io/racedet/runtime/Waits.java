package io.racedet.runtime;

import io.racedet.runtime.locks.HeldLocks;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.OpCodes;
import io.racedet.runtime.schedule.BoundedWait;

/**
 * What woven code calls where it waits: by methods that are native on some JDKs, or by spinning.
 */
public final class Waits {
  /** How long a thread that spins waits in each round of its loop. */
  private static final long SPIN_NANOS = 100_000L;

  private Waits() {}

  /**
   * Object.wait().
   *
   * @throws InterruptedException when the thread is interrupted
   */
  public static void await(Object lock, int site) throws InterruptedException {
    await(lock, 0, site); // for as long as it takes
  }

  /** Object.wait(long). */
  public static void await(Object lock, long millis, int site) throws InterruptedException {
    waiting(lock, site);
    try {
      lock.wait(millis);
      waited(lock, site);
    } catch (InterruptedException | RuntimeException e) {
      ended(lock, site, e);
      throw e;
    }
  }

  /** Object.wait(long, int). */
  public static void await(Object lock, long millis, int nanos, int site)
      throws InterruptedException {
    waiting(lock, site);
    try {
      lock.wait(millis, nanos);
      waited(lock, site);
    } catch (InterruptedException | RuntimeException e) {
      ended(lock, site, e);
      throw e;
    }
  }

  /**
   * Thread.sleep(long).
   *
   * @throws InterruptedException when the thread is interrupted
   */
  public static void sleep(long millis, int site) throws InterruptedException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      interrupted(site);
      throw e;
    }
  }

  /**
   * Called before Thread.yield and Thread.onSpinWait. A thread that spins waits here for a while:
   * it would otherwise fill the recording with the same few reads, the faster the longer the thread
   * that it waits for cannot run. It does not yield, which takes far longer on a busy machine.
   */
  public static void spinning() {
    ThreadBuffer b = Registry.buffer();
    if (b != null && !b.alone.isUncounted && b.spins()) {
      b.quiet++;
      try {
        BoundedWait.spinFor(SPIN_NANOS);
      } finally {
        b.quiet--;
      }
    }
  }

  /** Called before Object.wait. */
  static void waiting(Object lock, int site) {
    ThreadBuffer b = lock == null ? null : Registry.buffer();
    if (b != null && Thread.holdsLock(lock)) {
      b.scheduled.asked.ask(
          HeldLocks.lock(b.idOf(lock), Aspects.MONITOR)); // as soon as it is notified
      b.session.sync(b, OpCodes.RELEASE_ALL, Aspects.MONITOR, lock, 0, site);
    }
  }

  /** Called after Object.wait, however it ends. */
  static void waited(Object lock, int site) {
    if (Registry.session != null && lock != null && Thread.holdsLock(lock)) {
      MonitorHooks.record(OpCodes.ACQUIRE_ALL, Aspects.MONITOR, lock, site);
      MonitorHooks.record(OpCodes.WAKE, Aspects.MONITOR, lock, site);
    }
  }

  private static void ended(Object lock, int site, Exception by) {
    waited(lock, site);
    if (by instanceof InterruptedException) {
      interrupted(site);
    }
  }

  /** Called when an interrupt has ended a wait or a sleep. */
  static void interrupted(int site) {
    MonitorHooks.record(OpCodes.RECEIVE, Aspects.INTERRUPT, Thread.currentThread(), site);
  }
}
