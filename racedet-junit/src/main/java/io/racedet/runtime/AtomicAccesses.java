package io.racedet.runtime;

import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.lang.reflect.Array;
import java.util.Arrays;

/**
 * What woven code calls around its uses of VarHandles and of sun.misc.Unsafe. Between the two hooks
 * nobody else accesses the same variable.
 */
public final class AtomicAccesses {
  private static final AccessMode[] MODES = AccessMode.values();
  private static final int[] FLAGS = new int[MODES.length];
  private static final HandleTargets TARGETS = new HandleTargets();

  /** Sites whose call is linked: the first call runs much code of the JDK. */
  private static volatile boolean[] linked = new boolean[1024];

  static {
    for (AccessMode mode : MODES) {
      FLAGS[mode.ordinal()] = flags(mode.methodName());
    }
  }

  private AtomicAccesses() {}

  /**
   * Says what an access mode does.
   *
   * @param mode name of a method of VarHandle
   * @return flags for {@link #unsafe}
   */
  public static int flags(String mode) {
    int ordering = AtomicAccess.ACQUIRES | AtomicAccess.RELEASES;
    if (mode.endsWith("Acquire")) {
      ordering = AtomicAccess.ACQUIRES;
    } else if (mode.endsWith("Release")) {
      ordering = AtomicAccess.RELEASES;
    } else if (mode.endsWith("Plain") || mode.endsWith("Opaque")) {
      ordering = 0;
    }
    if (mode.equals("get") || mode.equals("set")) {
      ordering = AtomicAccess.PLAIN;
    }
    if (mode.startsWith("compareAnd") || mode.startsWith("weakCompareAnd")) {
      return AtomicAccess.READS | AtomicAccess.WRITES | AtomicAccess.ONLY_ON_SUCCESS | ordering;
    }
    if (mode.startsWith("getAnd")) {
      return AtomicAccess.READS | AtomicAccess.WRITES | ordering;
    }
    return (mode.startsWith("get") ? AtomicAccess.READS : AtomicAccess.WRITES) | ordering;
  }

  /**
   * Comes before a call of a VarHandle.
   *
   * @param handle the handle, or null
   * @param owner first coordinate, or null
   * @param index second coordinate, or 0
   * @param mode ordinal of the access mode
   * @param user the class whose code it is
   * @param site the call
   */
  public static void varHandle(
      VarHandle handle, Object owner, int index, int mode, Class<?> user, int site) {
    Session s = Hooks.session;
    ThreadBuffer b = s == null || handle == null ? null : s.buffer();
    if (b == null) {
      return;
    }
    b.atomic.cancel();
    HandleTargets.Target target = TARGETS.known(handle);
    if (target == null) {
      target = examine(b, handle, user);
    }
    if (!target.isKnown() || !fits(target, owner, index)) {
      return;
    }
    boolean first = isFirstCall(site);
    if (!first && !handle.isAccessModeSupported(MODES[mode])) {
      return;
    }
    if (target.isArray) {
      b.atomic.ofElement(owner, index, FLAGS[mode], site);
    } else {
      b.atomic.ofField(target.isStatic() ? null : owner, target.field, FLAGS[mode], site);
    }
    if (first) {
      b.atomic.letGo();
    } else {
      b.atomic.hold();
    }
  }

  private static HandleTargets.Target examine(ThreadBuffer b, VarHandle handle, Class<?> user) {
    b.quiet++;
    try {
      return TARGETS.examine(handle, user);
    } finally {
      b.quiet--;
    }
  }

  private static boolean fits(HandleTargets.Target target, Object owner, int index) {
    return target.isStatic()
        || target.owner.isInstance(owner)
            && (!target.isArray || index >= 0 && index < Array.getLength(owner));
  }

  private static boolean isFirstCall(int site) {
    boolean[] seen = linked;
    if (site < seen.length && seen[site]) {
      return false;
    }
    link(site);
    return true;
  }

  private static synchronized void link(int site) {
    if (site >= linked.length) {
      linked = Arrays.copyOf(linked, Math.max(site + 1, 2 * linked.length));
    }
    linked[site] = true;
  }

  /**
   * Comes before a call of sun.misc.Unsafe.
   *
   * @param owner object, array, or class for its static fields; null for memory of no object
   * @param offset where in it
   * @param flags what the call does
   * @param site the call
   */
  public static void unsafe(Object owner, long offset, int flags, int site) {
    Session s = Hooks.session;
    ThreadBuffer b = s == null || owner == null ? null : s.buffer();
    if (b == null) {
      return;
    }
    b.atomic.cancel();
    if (owner.getClass().isArray()) {
      int index = indexAt(b, owner, offset);
      if (index >= 0 && index < Array.getLength(owner)) {
        b.atomic.ofElement(owner, index, flags, site);
        b.atomic.hold();
      }
      return;
    }
    FieldIds.Located field = fieldAt(b, owner, offset);
    if (field != null) {
      b.atomic.ofField(owner, field, flags, site);
      b.atomic.hold();
      return;
    }
    FieldIds.Located ofClass = owner instanceof Class<?> type ? staticAt(b, type, offset) : null;
    if (ofClass != null) {
      b.atomic.ofField(null, ofClass, flags, site);
      b.atomic.hold();
    }
  }

  private static int indexAt(ThreadBuffer b, Object array, long offset) {
    b.quiet++;
    try {
      return FieldIds.indexAt(array, offset);
    } finally {
      b.quiet--;
    }
  }

  /** The instance field at an offset of an object, with its id known, or null. */
  static FieldIds.Located fieldAt(ThreadBuffer b, Object owner, long offset) {
    b.quiet++;
    try {
      return numbered(FieldIds.at(owner.getClass(), offset));
    } finally {
      b.quiet--;
    }
  }

  private static FieldIds.Located staticAt(ThreadBuffer b, Class<?> type, long offset) {
    b.quiet++;
    try {
      return numbered(FieldIds.staticAt(type, offset));
    } finally {
      b.quiet--;
    }
  }

  private static FieldIds.Located numbered(FieldIds.Located field) {
    if (field != null) {
      field.id();
    }
    return field;
  }

  /**
   * Comes after a call of a VarHandle or of Unsafe.
   *
   * @param success whether a compare-and-set has set; true for all others
   */
  public static void done(boolean success) {
    Session s = Hooks.unfinished;
    ThreadBuffer b = s == null ? null : s.buffer();
    if (b != null) {
      b.atomic.end(success);
    }
  }
}
