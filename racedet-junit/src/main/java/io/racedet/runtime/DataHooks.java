package io.racedet.runtime;

import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.Stripes;
import java.lang.reflect.Array;

/**
 * What woven code calls around accesses to fields and arrays.
 *
 * <p>The hook before an access returns a token. If the token is not negative, a lock is held that
 * excludes conflicting accesses. {@link #after} must be called with any token after the access. The
 * instruction between the two must not be able to throw, block, or run other code.
 *
 * <p>The hooks before plain accesses only test whether anything is recorded, so that little is
 * inlined where nothing is.
 */
public final class DataHooks {
  private DataHooks() {}

  /**
   * Called before a plain access of an instance field, of null when the instruction is going to
   * throw. The instruction says whether it reads or writes; the thread is what {@link Hooks#enter}
   * has returned, here and below.
   */
  public static int field(Object owner, int field, int site, ThreadBuffer thread) {
    return RecordingSwitch.isOnForData()
        ? instanceField(Layout.FIELD, owner, field, site, thread)
        : Stripes.NOTHING_HELD;
  }

  /** Called before an access of a final instance field, of null when the instruction throws. */
  public static int finalField(Object owner, int field, int site, ThreadBuffer thread) {
    return RecordingSwitch.isOnForData()
        ? instanceField(Layout.FINAL_FIELD, owner, field, site, thread)
        : Stripes.NOTHING_HELD;
  }

  private static int instanceField(
      int kind, Object owner, int field, int site, ThreadBuffer thread) {
    ThreadBuffer b = Registry.current(thread);
    if (b == null || owner == null) {
      return Stripes.NOTHING_HELD;
    }
    if (b.leavesOut()) {
      return b.leaveOut(site);
    }
    if (b.untilPoint > 1 && b.objects.covers(owner, field, site)) {
      b.untilPoint--;
      return Stripes.NOTHING_HELD;
    }
    return b.session.access(b, kind, owner, field, site);
  }

  /**
   * Called before a plain access of a static field, whose class must have been initialised or be in
   * initialisation by this thread.
   */
  public static int staticField(int field, int site, ThreadBuffer thread) {
    return RecordingSwitch.isOnForData() ? ofClass(field, site, thread) : Stripes.NOTHING_HELD;
  }

  private static int ofClass(int field, int site, ThreadBuffer thread) {
    ThreadBuffer b = Registry.current(thread);
    if (b == null) {
      return Stripes.NOTHING_HELD;
    }
    if (b.leavesOut()) {
      return b.leaveOut(site);
    }
    if (b.untilPoint > 1 && b.sites.coversStatic(field, site)) {
      b.untilPoint--;
      return Stripes.NOTHING_HELD;
    }
    return b.session.access(b, Layout.FIELD, null, field, site);
  }

  /**
   * Called before the load of an array element of any type, or the store of a primitive one. When
   * the array is null or the index out of bounds, nothing is recorded.
   */
  public static int array(Object array, int index, int site, ThreadBuffer thread) {
    return RecordingSwitch.isOnForData()
        ? element(array, index, site, thread)
        : Stripes.NOTHING_HELD;
  }

  private static int element(Object array, int index, int site, ThreadBuffer thread) {
    ThreadBuffer b = Registry.current(thread);
    if (b == null) {
      return Stripes.NOTHING_HELD;
    }
    if (b.leavesOut()) {
      return b.leaveOut(site);
    }
    if (b.untilPoint > 0 && b.sites.walks(array, index, site)) {
      b.untilPoint--;
      return Stripes.NOTHING_HELD;
    }
    if (array == null || index < 0 || index >= Array.getLength(array)) {
      return Stripes.NOTHING_HELD;
    }
    return b.session.access(b, Layout.ELEMENT, array, index, site);
  }

  /**
   * Called before the store of a reference into an array. When the instruction is going to throw,
   * nothing is recorded.
   */
  public static int arrayStore(
      Object array, int index, Object value, int site, ThreadBuffer thread) {
    return RecordingSwitch.isOnForData() && array != null && isStorable(array, value)
        ? element(array, index, site, thread)
        : Stripes.NOTHING_HELD;
  }

  static boolean isStorable(Object array, Object value) {
    return value == null || array.getClass().getComponentType().isInstance(value);
  }

  /** Called before an access to a volatile instance field, of null when the instruction throws. */
  public static int volatileField(Object owner, int field, int site) {
    ThreadBuffer b = owner == null ? null : Registry.current();
    return b == null ? Stripes.NOTHING_HELD : b.session.volatileAccess(b, owner, field, site);
  }

  /** Called before an access to a volatile static field. */
  public static int volatileStatic(int field, int site) {
    ThreadBuffer b = Registry.current();
    return b == null ? Stripes.NOTHING_HELD : b.session.volatileAccess(b, null, field, site);
  }

  /** Called after the access for which a hook has returned a token. */
  public static void after(int token) {
    if (token != Stripes.NOTHING_HELD) {
      end(token);
    }
  }

  private static void end(int token) {
    if (token >= 0) {
      Registry.STRIPES.release(token & ~Stripes.POINT);
    }
    if (token < 0 || (token & Stripes.POINT) != 0) {
      ThreadBuffer b = Registry.current();
      if (b != null) {
        b.session.points.covered(b);
      }
    }
  }

  /** Called before each return of a constructor of a class that declares final instance fields. */
  public static void freeze(Object owner, int site) {
    ThreadBuffer b = Registry.current();
    if (b != null) {
      after(b.session.access(b, Layout.FREEZE, owner, 0, site));
      b.span.end();
    }
  }
}
