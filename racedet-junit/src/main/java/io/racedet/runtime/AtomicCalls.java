package io.racedet.runtime;

import io.racedet.runtime.calls.AccessorTable;
import io.racedet.runtime.calls.FieldFinder;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import io.racedet.runtime.log.Stripes;
import java.lang.reflect.Array;

/**
 * What woven code calls around operations of VarHandles, field updaters and Unsafe. As with the
 * hooks of instructions, no other thread accesses the variable between the two calls.
 *
 * <p>The mode of an operation is a sum of the constants below.
 */
public final class AtomicCalls {
  /** Reads the variable. */
  public static final int READ = 1;

  /** Writes the variable. */
  public static final int WRITE = 2;

  /** Writes it only when it succeeds. */
  public static final int CONDITIONAL = 4;

  /** Has acquire semantics: everything before the write that it reads happens before it. */
  public static final int ACQUIRE = 8;

  /** Has release semantics: everything before it happens before an acquire that reads its write. */
  public static final int RELEASE = 16;

  /** Is a plain access, recorded as a data access. */
  public static final int PLAIN = 32;

  /**
   * Runs code of the caller, so no stripe can be held during it. Recorded as a write before it and
   * a read after it, so that no happens-before edge is lost.
   */
  public static final int CALLBACK = 64;

  /** Has no owner: the variable is a static field, or given by other coordinates. */
  public static final int STATIC = 128;

  private AtomicCalls() {}

  /* ---- whether an exchange has succeeded ---- */

  /** Compares what an exchange has returned with what it expected. */
  public static boolean isSame(int found, int expected) {
    return found == expected;
  }

  /** Compares what an exchange has returned with what it expected. */
  public static boolean isSame(long found, long expected) {
    return found == expected;
  }

  /** Compares what an exchange has returned with what it expected, bit by bit. */
  public static boolean isSame(float found, float expected) {
    return Float.floatToRawIntBits(found) == Float.floatToRawIntBits(expected);
  }

  /** Compares what an exchange has returned with what it expected, bit by bit. */
  public static boolean isSame(double found, double expected) {
    return Double.doubleToRawLongBits(found) == Double.doubleToRawLongBits(expected);
  }

  /** Compares what an exchange has returned with what it expected. */
  public static boolean isSame(Object found, Object expected) {
    return found == expected;
  }

  /* ---- before and after ---- */

  /**
   * Called before an operation on a field, on an element of an array, or on memory of other kinds.
   * The owner of a static field is null.
   */
  public static int before(Object accessor, Object owner, int index, int mode, int site) {
    ThreadBuffer b = accessor == null ? null : Registry.buffer();
    return b == null || b.alone.isUncounted
        ? Stripes.NOTHING_HELD
        : hold(b, variable(b, accessor), owner, index, mode, site);
  }

  /**
   * Called before an operation of Unsafe on a field, on an element of an array, or off the heap,
   * where the owner is null.
   */
  public static int beforeAt(Object owner, long offset, int mode, int site) {
    ThreadBuffer b = Registry.buffer();
    if (b == null || b.alone.isUncounted) {
      return Stripes.NOTHING_HELD;
    }
    int index = indexAt(b, owner, offset);
    return hold(b, variableAt(b, owner, offset), owner, index, mode, site);
  }

  private static int hold(
      ThreadBuffer b, long variable, Object owner, int index, int mode, int site) {
    Session s = b.session;
    int field = (int) variable;
    boolean element = field == FieldFinder.ELEMENT;
    if (field == FieldFinder.UNKNOWN) {
      return (mode & PLAIN) != 0 ? Stripes.NOTHING_HELD : holdUnknown(b, mode, site);
    }
    if (element ? !isElement(owner, index) : owner == null && (mode & STATIC) == 0) {
      return Stripes.NOTHING_HELD;
    }
    int key = element ? index : field;
    boolean adapted = (variable & AccessorTable.ADAPTED) != 0;
    if ((mode & PLAIN) != 0) {
      if (adapted) {
        return Stripes.NOTHING_HELD;
      }
      if ((variable & AccessorTable.VOLATILE) != 0) {
        relaxed(b, owner, key, mode, site);
      }
      int kind = element ? Layout.ELEMENT_WITH_OP : Layout.FIELD_WITH_OP;
      int op = (mode & WRITE) != 0 ? OpCodes.WRITE : OpCodes.READ;
      return s.access(b, kind + op, owner, key, site);
    }
    s.points.sync(b, owner == null ? 0 : b.idOf(owner), key, site);
    if (adapted) {
      sendUnknown(b, mode, false, site);
    }
    if ((mode & CALLBACK) != 0) {
      s.sync(b, OpCodes.SYNC_WRITE, Aspects.FIELD, owner, key, site);
      return Stripes.NOTHING_HELD;
    }
    s.points.atomic(b, owner, key, site);
    return s.hold(b, owner, key, site);
  }

  private static int holdUnknown(ThreadBuffer b, int mode, int site) {
    b.session.points.sync(b);
    sendUnknown(b, mode, false, site);
    return b.session.hold(b, null, FieldFinder.UNKNOWN, site);
  }

  /* A plain access to a volatile field; that of another field would race with those that order. */
  private static void relaxed(ThreadBuffer b, Object owner, int field, int mode, int site) {
    if ((mode & WRITE) != 0) {
      b.session.relaxedWrite(b, Aspects.FIELD, owner, field, site);
    } else {
      b.session.relaxedRead(b, Aspects.FIELD, owner, field, site);
    }
  }

  private static boolean isElement(Object array, int index) {
    return array != null
        && array.getClass().isArray()
        && index >= 0
        && index < Array.getLength(array);
  }

  /** Called after the operation. */
  public static void after(
      boolean success, int token, Object accessor, Object owner, int index, int mode, int site) {
    boolean callback = (mode & CALLBACK) != 0;
    if (token >= 0 || callback && owner != null) {
      ThreadBuffer b = Registry.unfinished();
      if (b != null && callback) {
        b.session.sync(
            b, OpCodes.SYNC_READ, Aspects.FIELD, owner, (int) variable(b, accessor), site);
      } else if (b != null && (mode & PLAIN) == 0) {
        record(b, success, variable(b, accessor), owner, index, mode, site);
        b.session.releaseAtomic(b, token);
        return;
      }
    }
    DataHooks.after(token);
  }

  /** Called after an operation of Unsafe. */
  public static void afterAt(
      boolean success, int token, Object owner, long offset, int mode, int site) {
    ThreadBuffer b = token >= 0 && (mode & PLAIN) == 0 ? Registry.unfinished() : null;
    if (b != null) {
      int index = indexAt(b, owner, offset);
      record(b, success, variableAt(b, owner, offset), owner, index, mode, site);
      b.session.releaseAtomic(b, token);
      return;
    }
    DataHooks.after(token);
  }

  /**
   * Called before a memory fence. What precedes a release fence is ordered before what follows any
   * later acquire fence: which plain write and read between the two synchronise is not known. A
   * release fence makes releases of the opaque writes that follow it, and an acquire fence acquires
   * of the opaque reads before it.
   */
  public static void fence(int mode, int site) {
    ThreadBuffer b = Registry.buffer();
    if (b == null) {
      return;
    }
    Session s = b.session;
    s.points.sync(b);
    if ((mode & ACQUIRE) != 0) {
      s.sync(b, OpCodes.RECEIVE, Aspects.FENCE, null, 0, site);
      s.acquireRelaxedReads(b, site);
    }
    if ((mode & RELEASE) != 0) {
      b.hasReleased = true;
      s.sync(b, OpCodes.SEND, Aspects.FENCE, null, 0, site);
    }
  }

  /**
   * Called before {@code Reference.reachabilityFence} by code of the program: the JDK has fences of
   * its own, of objects that many threads share. What precedes it is ordered before what a cleaner
   * does for the referent, and before its reference is taken from a queue (JDK 19, package {@code
   * java.lang.ref}, memory consistency properties).
   */
  public static void reachable(Object referent, int site) {
    ThreadBuffer b = referent == null ? null : Registry.buffer();
    if (b != null) {
      b.session.sync(b, OpCodes.SEND, Aspects.CHANNEL, referent, 0, site);
    }
  }

  /* What is not known may be any variable of those that are not known: they are one channel, which
   * is that of the fences, as a fence may stand in for the acquire or the release. */
  private static void recordUnknown(
      ThreadBuffer b, boolean reads, boolean writes, int mode, int site) {
    if (reads && (mode & ACQUIRE) != 0) {
      b.session.sync(b, OpCodes.RECEIVE, Aspects.FENCE, null, 0, site);
    }
    if (writes) {
      sendUnknown(b, mode, true, site);
    }
  }

  /* Before a write that always happens: others may see it by plain reads, which wait for nobody. */
  private static void sendUnknown(ThreadBuffer b, int mode, boolean conditional, int site) {
    if ((mode & RELEASE) != 0 && (mode & CONDITIONAL) != 0 == conditional) {
      b.session.sync(b, OpCodes.SEND, Aspects.FENCE, null, 0, site);
    }
  }

  /* An acquire is recorded before the read that it belongs to, a release after the write. */
  private static void record(
      ThreadBuffer b, boolean success, long variable, Object owner, int index, int mode, int site) {
    Session s = b.session;
    boolean element = (int) variable == FieldFinder.ELEMENT;
    int key = element ? index : (int) variable;
    int aspect = element ? Aspects.INDEX : Aspects.FIELD;
    int kind = element ? Layout.ELEMENT_WITH_OP : Layout.FIELD_WITH_OP;
    boolean writes = (mode & WRITE) != 0 && (success || (mode & CONDITIONAL) == 0);
    boolean reads = (mode & READ) != 0;
    if ((int) variable == FieldFinder.UNKNOWN) {
      recordUnknown(b, reads, writes, mode, site);
      return;
    }
    boolean adapted = (variable & AccessorTable.ADAPTED) != 0;
    if (adapted) {
      recordUnknown(b, reads, writes, mode, site);
    }
    boolean data = !adapted && (variable & AccessorTable.VOLATILE) == 0;
    if (reads && (mode & ACQUIRE) != 0) {
      s.sync(b, OpCodes.SYNC_READ, aspect, owner, key, site);
    } else if (reads) {
      s.relaxedRead(b, aspect, owner, key, site);
    }
    if (reads && data) {
      s.accessHeld(b, kind + 2, owner, key, site);
    }
    if (writes && data) {
      s.accessHeld(b, kind + 3, owner, key, site);
    }
    if (writes && (mode & RELEASE) != 0) {
      s.sync(b, OpCodes.SYNC_WRITE, aspect, owner, key, site);
    } else if (writes) {
      s.relaxedWrite(b, aspect, owner, key, site);
    }
  }

  /* ---- which variable ---- */

  static long variable(ThreadBuffer b, Object accessor) {
    long known = Registry.ACCESSORS.find(accessor, AccessorTable.NO_OFFSET);
    return known != AccessorTable.UNKNOWN ? known : resolve(b, accessor, AccessorTable.NO_OFFSET);
  }

  private static long variableAt(ThreadBuffer b, Object owner, long offset) {
    if (owner == null) {
      return FieldFinder.UNKNOWN & 0xFFFF_FFFFL;
    }
    if (owner.getClass().isArray()) {
      return FieldFinder.ELEMENT & 0xFFFF_FFFFL;
    }
    long known = Registry.ACCESSORS.find(owner.getClass(), offset);
    return known != AccessorTable.UNKNOWN ? known : resolve(b, owner.getClass(), offset);
  }

  /* For the class of an array, the table holds the layout instead of a field. */
  private static int indexAt(ThreadBuffer b, Object owner, long offset) {
    if (owner == null) {
      return 0;
    }
    Class<?> type = owner.getClass();
    if (!type.isArray()) {
      return 0;
    }
    long known = Registry.ACCESSORS.find(type, AccessorTable.LAYOUT);
    int layout =
        (int) (known != AccessorTable.UNKNOWN ? known : resolve(b, type, AccessorTable.LAYOUT));
    return FieldFinder.elementAt(layout, offset);
  }

  private static long resolve(ThreadBuffer b, Object accessor, long offset) {
    FieldFinder finder = Registry.services.fields;
    if (finder == null) {
      return FieldFinder.UNKNOWN & 0xFFFF_FFFFL;
    }
    b.quiet++;
    try {
      boolean atOffset = offset != AccessorTable.NO_OFFSET;
      int field =
          atOffset ? resolve(finder, (Class<?>) accessor, offset) : finder.fieldOf(accessor);
      boolean isField = field >= 0 && offset != AccessorTable.LAYOUT;
      long flags = isField && finder.isVolatile(field) ? AccessorTable.VOLATILE : 0;
      flags |= !atOffset && finder.isAdapted(accessor) ? AccessorTable.ADAPTED : 0;
      Registry.ACCESSORS.add(accessor, offset, field, flags);
      return Registry.ACCESSORS.find(accessor, offset);
    } finally {
      b.quiet--;
    }
  }

  private static int resolve(FieldFinder finder, Class<?> type, long offset) {
    return offset == AccessorTable.LAYOUT ? finder.layoutOf(type) : finder.fieldAt(type, offset);
  }
}
