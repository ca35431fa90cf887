package io.racedet.runtime;

import io.racedet.runtime.memory.Aspects;
import io.racedet.runtime.memory.OpCodes;

/** Replaces Object.wait and Thread.sleep in woven code: they are native on some JDKs. */
public final class Waits {
  private Waits() {}

  /**
   * Object.wait().
   *
   * @param lock the object waited on
   * @param site the call
   * @throws InterruptedException when the thread is interrupted
   */
  public static void await(Object lock, int site) throws InterruptedException {
    waiting(lock, site);
    try {
      lock.wait();
      waited(lock, site);
    } catch (InterruptedException e) {
      waited(lock, site);
      interrupted(site);
      throw e;
    } catch (RuntimeException e) {
      waited(lock, site);
      throw e;
    }
  }

  /**
   * Object.wait(long).
   *
   * @param lock the object waited on
   * @param millis how long at most
   * @param site the call
   * @throws InterruptedException when the thread is interrupted
   */
  public static void await(Object lock, long millis, int site) throws InterruptedException {
    waiting(lock, site);
    try {
      lock.wait(millis);
      waited(lock, site);
    } catch (InterruptedException e) {
      waited(lock, site);
      interrupted(site);
      throw e;
    } catch (RuntimeException e) {
      waited(lock, site);
      throw e;
    }
  }

  /**
   * Object.wait(long, int).
   *
   * @param lock the object waited on
   * @param millis how long at most
   * @param nanos and how much longer
   * @param site the call
   * @throws InterruptedException when the thread is interrupted
   */
  public static void await(Object lock, long millis, int nanos, int site)
      throws InterruptedException {
    waiting(lock, site);
    try {
      lock.wait(millis, nanos);
      waited(lock, site);
    } catch (InterruptedException e) {
      waited(lock, site);
      interrupted(site);
      throw e;
    } catch (RuntimeException e) {
      waited(lock, site);
      throw e;
    }
  }

  /**
   * Thread.sleep(long).
   *
   * @param millis how long
   * @param site the call
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
   * Comes before Object.wait.
   *
   * @param lock the object waited on
   * @param site the call
   */
  static void waiting(Object lock, int site) {
    if (Hooks.session != null && lock != null && Thread.holdsLock(lock)) {
      MonitorHooks.record(OpCodes.RELEASE_ALL, Aspects.MONITOR, lock, site);
    }
  }

  /**
   * Comes after Object.wait, however it ends.
   *
   * @param lock the object waited on
   * @param site the call
   */
  static void waited(Object lock, int site) {
    if (Hooks.session != null && lock != null && Thread.holdsLock(lock)) {
      MonitorHooks.record(OpCodes.ACQUIRE_ALL, Aspects.MONITOR, lock, site);
      MonitorHooks.record(OpCodes.WAKE, Aspects.MONITOR, lock, site);
    }
  }

  /**
   * Comes where an interrupt has ended a wait or a sleep.
   *
   * @param site the call
   */
  static void interrupted(int site) {
    MonitorHooks.record(OpCodes.RECEIVE, Aspects.INTERRUPT, Thread.currentThread(), site);
  }
}
