package io.racedet.junit.agent;

/** Replaces the hooks of monitors as {@link HookLog} does the others; writes to the same log. */
public final class MonitorLog {
  private MonitorLog() {}

  public static void calling(Object receiver, String method) {
    HookLog.log("calling", receiver, HookLog.NONE, HookLog.NONE);
  }

  public static void calling(Object lock, Class<?> type, String method) {
    HookLog.log("calling", lock, HookLog.NONE, HookLog.NONE);
  }

  public static void monitorEntering(Object lock, int site) {
    HookLog.log("monitorEntering", lock, HookLog.NONE, HookLog.NONE);
  }

  public static void monitorEntered(Object lock, int site) {
    HookLog.log("monitorEntered", lock, Thread.holdsLock(lock) ? 1 : 0, site);
  }

  public static void monitorExiting(Object lock, int site) {
    HookLog.log("monitorExiting", lock, Thread.holdsLock(lock) ? 1 : 0, site);
  }

  public static void enteringSynchronized(Object lock, int site) {
    HookLog.log("enteringSynchronized", lock, Thread.holdsLock(lock) ? 1 : 0, HookLog.NONE);
  }

  public static void enterSynchronized(Object lock, int site) {
    HookLog.log("enterSynchronized", lock, Thread.holdsLock(lock) ? 1 : 0, site);
  }

  public static void exitSynchronized(Object lock, int site) {
    HookLog.log("exitSynchronized", lock, Thread.holdsLock(lock) ? 1 : 0, site);
  }

  public static void notifying(Object lock, int site) {
    HookLog.log("notifying", lock, HookLog.NONE, site);
  }
}
