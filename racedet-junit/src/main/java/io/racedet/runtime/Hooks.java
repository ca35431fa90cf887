package io.racedet.runtime;

import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;

/**
 * What woven code calls in methods and around calls and allocations. Every hook returns at once
 * while nothing is recorded.
 *
 * <p>Woven code keeps what {@link #enter} returns as long as the method runs, and passes it to
 * other hooks: the state of its thread in the recording. It may be null or of an earlier recording.
 */
public final class Hooks {
  private Hooks() {}

  /**
   * Called first in a woven method; returns what is known of the thread, null if nothing is
   * recorded.
   */
  public static ThreadBuffer enter(int method) {
    ThreadBuffer b = Registry.current();
    if (b != null) {
      b.enter(method);
    }
    return b;
  }

  /** Called last in a woven method, on every way out. */
  public static void exit(ThreadBuffer thread) {
    ThreadBuffer b = Registry.current(thread);
    if (b != null) {
      b.exit();
    }
  }

  /** Called right before a call instruction. */
  public static void call(int site, ThreadBuffer thread) {
    ThreadBuffer b = Registry.current(thread);
    if (b != null) {
      b.calls.call(site, false);
      if (b.pointIsDue) {
        b.session.points.sync(b);
      }
    }
  }

  /**
   * Called right before a call of JDK code that is not modelled. Modelled calls inside it are
   * implementation details, and not recorded.
   */
  public static void callOpaque(int site, ThreadBuffer thread) {
    ThreadBuffer b = Registry.current(thread);
    if (b != null) {
      b.calls.call(site, true);
    }
  }

  /**
   * Called first in a woven constructor. {@link #enter} is called only after the constructor that
   * it calls has returned, and before that {@link #call} with this value: the site of the call of
   * the constructor, or {@link Layout#NONE}.
   */
  public static int callSite() {
    ThreadBuffer b = Registry.current();
    return b == null ? Layout.NONE : b.calls.site();
  }

  /**
   * Called first in a woven method whose call has initialised its class, before {@link #enter}:
   * whoever calls it is ordered after the initialiser, even if the method does nothing.
   */
  public static void initialised(int method) {
    Session s = Registry.recording();
    ThreadBuffer b = s != null && s.hasInitialised ? s.buffer() : null;
    if (b != null) {
      b.initialised(method);
    }
  }

  /** Called before each return of a class initialiser. */
  public static void classInitialized(Class<?> type, int site) {
    ThreadBuffer b = Registry.current();
    if (b != null && !b.alone.isUncounted) {
      b.session.hasInitialised = true;
      b.session.sync(b, OpCodes.SEND, Aspects.CLASS_INIT, type, 0, site);
    }
  }

  /** Called when an exception leaves a class initialiser. */
  public static void classFailed(int site) {
    ThreadBuffer b = Registry.current();
    if (b != null) {
      b.session.sync(b, OpCodes.SEND, Aspects.CLASS_FAILURE, null, 0, site);
    }
  }

  /** Called after the construction of an object or array, for reports only. */
  public static void allocated(Object object, int site, ThreadBuffer thread) {
    ThreadBuffer b = Registry.current(thread);
    if (b != null && object != null) {
      b.allocated(object, site);
    }
  }

  /**
   * Called first in a handler of exceptions, and before one leaves a woven method: it may come from
   * an unknown call, which has ended then.
   */
  public static void caught(int site) {
    ThreadBuffer b = Registry.current();
    long object = b == null ? 0 : b.calls.unknownCall();
    if (object != 0) {
      long passed = b.calls.passedToUnknown();
      b.calls.endUnknown();
      b.session.syncOf(b, OpCodes.UNKNOWN, Aspects.UNKNOWN_CALL, object, 0, site);
      if (passed != 0) {
        b.session.syncOf(b, OpCodes.UNKNOWN, Aspects.UNKNOWN_CALL, passed, 0, site);
      }
    }
  }
}
