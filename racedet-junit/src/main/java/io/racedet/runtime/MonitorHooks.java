package io.racedet.runtime;

import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.OpCodes;

/** What woven code calls where it enters and exits monitors, and where it notifies. */
public final class MonitorHooks {
  private MonitorHooks() {}

  /** Called before a monitor is entered, also that of null, for perturbation only. */
  public static void monitorEntering(Object lock, int site) {
    ThreadBuffer b = lock == null ? null : Registry.current();
    if (b != null) {
      /* An object whose identity hash is first computed while it is locked gets a heavyweight
       * monitor, so compute it before. */
      b.session.points.sync(b, b.idOf(lock), 0, site);
      b.session.points.request(b, lock, Aspects.MONITOR, false, site);
    }
  }

  /**
   * Called before a call, on an object or null, of a synchronized method that has no instruction
   * before it has its monitor, after {@link Hooks#call}. The class of the object may override the
   * method.
   */
  public static void calling(Object receiver, String method) {
    if (receiver != null && Registry.session != null) {
      calling(receiver, receiver.getClass(), method);
    }
  }

  /**
   * As {@link #calling(Object, String)}, before a call of the method that one class has, which may
   * be static: then the class is the lock.
   */
  public static void calling(Object lock, Class<?> type, String method) {
    ThreadBuffer b = lock == null ? null : Registry.current();
    if (b != null && b.session.points.followsRequest(b)) {
      int site = b.calls.site();
      if (asksFirst(b, type, method, site, lock == type)) {
        b.session.points.request(b, lock, Aspects.MONITOR, false, site);
      }
    }
  }

  private static boolean asksFirst(
      ThreadBuffer b, Class<?> type, String method, int site, boolean isStatic) {
    int kind = b.kinds.findFirst(type, site);
    if (kind < 0 || isStatic && kind == 0) {
      b.quiet++;
      try {
        kind = b.kinds.determineFirst(type, site, method, Registry.services.monitors);
      } finally {
        b.quiet--;
      }
    }
    return kind > 0;
  }

  /** Called after a monitor has been entered. */
  public static void monitorEntered(Object lock, int site) {
    record(OpCodes.ACQUIRE, Aspects.MONITOR, lock, site);
  }

  /** Called before a monitor is exited. */
  public static void monitorExiting(Object lock, int site) {
    record(OpCodes.RELEASE, Aspects.MONITOR, lock, site);
  }

  /** Called before a synchronized method enters its monitor, where that is an instruction of it. */
  public static void enteringSynchronized(Object lock, int site) {
    ThreadBuffer b = Registry.current();
    if (b != null) {
      b.idOf(lock); // see monitorEntering
      b.session.points.request(b, lock, Aspects.MONITOR, false, site);
    }
  }

  /** Called first in a synchronized method, with its monitor. */
  public static void enterSynchronized(Object lock, int site) {
    record(OpCodes.ACQUIRE, Aspects.MONITOR, lock, site);
  }

  /** Called last in a synchronized method, on every way out. */
  public static void exitSynchronized(Object lock, int site) {
    ThreadBuffer b = Registry.current();
    if (b != null) {
      b.session.sync(b, OpCodes.RELEASE, Aspects.MONITOR, lock, 0, site);
      b.pointIsDue = true;
    }
  }

  /** Called before Object.notify or notifyAll. */
  public static void notifying(Object lock, int site) {
    Session s = Registry.session;
    if (s != null && lock != null && Thread.holdsLock(lock)) {
      if (s.solo.awaitsNotify()) {
        s.endSolo();
      }
      record(OpCodes.NOTIFY, Aspects.MONITOR, lock, site);
    }
  }

  /**
   * Called after code that is not recorded has acquired a lock, or null: it is recorded only while
   * code of the program runs before the lock is released.
   */
  public static void lend(boolean when, Object lock) {
    ThreadBuffer b = when && lock != null ? Registry.current() : null;
    if (b != null) {
      b.lent.lend(lock);
    }
  }

  /** Called before code that is not recorded releases a lock, or null. */
  public static void reclaim(boolean when, Object lock) {
    ThreadBuffer b = when && lock != null ? Registry.current() : null;
    if (b != null) {
      b.lent.reclaim(lock);
    }
  }

  /** Records an operation on an object; null records nothing. */
  static void record(int op, int aspect, Object owner, int site) {
    ThreadBuffer b = owner == null ? null : Registry.current();
    if (b != null) {
      b.session.sync(b, op, aspect, owner, 0, site);
    }
  }
}
