package io.racedet.runtime.log;

/**
 * A daemon thread of racedet: what it does is not recorded, and it belongs to no group of the test,
 * which could interrupt it.
 */
public class OwnThread extends Thread {
  /** Creates a thread that is not started; the task is null if a subclass says what it runs. */
  public OwnThread(String name, Runnable task) {
    super(topGroup(), task, name, 0, false);
    setDaemon(true);
    setPriority(NORM_PRIORITY);
    setContextClassLoader(null);
  }

  private static ThreadGroup topGroup() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group != null && group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }
}
