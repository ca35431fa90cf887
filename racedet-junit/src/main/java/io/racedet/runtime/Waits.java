package io.racedet.runtime;

/** Stands in woven code for Object.wait and Thread.sleep, which are native on some JDKs. */
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
      Hooks.waited(lock, site);
    } catch (InterruptedException e) {
      Hooks.waited(lock, site);
      Hooks.interrupted(site);
      throw e;
    } catch (RuntimeException e) {
      Hooks.waited(lock, site);
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
    Hooks.waiting(lock, site);
    try {
      lock.wait(millis);
      Hooks.waited(lock, site);
    } catch (InterruptedException e) {
      Hooks.waited(lock, site);
      Hooks.interrupted(site);
      throw e;
    } catch (RuntimeException e) {
      Hooks.waited(lock, site);
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
    Hooks.waiting(lock, site);
    try {
      lock.wait(millis, nanos);
      Hooks.waited(lock, site);
    } catch (InterruptedException e) {
      Hooks.waited(lock, site);
      Hooks.interrupted(site);
      throw e;
    } catch (RuntimeException e) {
      Hooks.waited(lock, site);
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
      Hooks.interrupted(site);
      throw e;
    }
  }
}
