package io.racedet.runtime;

/** Stands in woven code for the waits of Object, which are native. */
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
    Hooks.waiting(lock, site);
    try {
      lock.wait();
    } finally {
      Hooks.waited(lock, site);
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
    Hooks.waiting(lock, site);
    try {
      lock.wait(millis);
    } finally {
      Hooks.waited(lock, site);
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
    Hooks.waiting(lock, site);
    try {
      lock.wait(millis, nanos);
    } finally {
      Hooks.waited(lock, site);
    }
  }

  /**
   * Thread.sleep(long).
   *
   * @param millis how long
   * @throws InterruptedException when the thread is interrupted
   */
  public static void sleep(long millis) throws InterruptedException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      ModelledCalls.thrown(e);
      throw e;
    }
  }
}
