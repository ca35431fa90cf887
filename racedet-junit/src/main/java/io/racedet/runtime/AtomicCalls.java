package io.racedet.runtime;

import java.lang.reflect.Array;

/**
 * What woven code calls around operations of VarHandles, of field updaters, and of Unsafe. As with
 * the hooks of instructions, nobody else accesses the variable between the two calls.
 *
 * <p>A mode says what the operation is, as a sum of the constants below.
 */
public final class AtomicCalls {
  /** Reads the variable. */
  public static final int READ = 1;

  /** Writes the variable. */
  public static final int WRITE = 2;

  /** Writes it only when it succeeds. */
  public static final int CONDITIONAL = 4;

  /** Sees what happened before the write that it reads. */
  public static final int ACQUIRE = 8;

  /** Shows what happened before it to who reads the write. */
  public static final int RELEASE = 16;

  /** Is a data access like any other. */
  public static final int PLAIN = 32;

  /**
   * Runs code of the caller's, so that nothing can be held meanwhile. Counts as a write before it
   * and a read after it, so that no order is lost.
   */
  public static final int CALLBACK = 64;

  /** Has no owner: the variable is a static field. */
  public static final int STATIC = 128;

  private static final long ELEMENT = FieldFinder.ELEMENT & 0xFFFF_FFFFL;

  private AtomicCalls() {}

  /**
   * Comes before an operation on a field, or on an element of an array.
   *
   * @param accessor the VarHandle or updater
   * @param owner the object or array, null for a static field
   * @param index the element, or anything
   * @param mode what the operation is
   * @param site the call
   * @return the token for {@link #after}
   */
  public static int before(Object accessor, Object owner, int index, int mode, int site) {
    Session s = Hooks.session;
    if (s == null || accessor == null || owner == null && (mode & STATIC) == 0) {
      return Hooks.NOTHING_HELD;
    }
    ThreadBuffer b = s.buffer();
    if (b == null) {
      return Hooks.NOTHING_HELD;
    }
    return hold(s, b, variable(b, accessor), owner, index, mode, site);
  }

  /**
   * Comes before an operation of Unsafe on a field, or on an element of an array.
   *
   * @param owner the object or array
   * @param offset where in it
   * @param mode what the operation is
   * @param site the call
   * @return the token for {@link #after}
   */
  public static int beforeAt(Object owner, long offset, int mode, int site) {
    Session s = Hooks.session;
    if (s == null || owner == null) {
      return Hooks.NOTHING_HELD;
    }
    ThreadBuffer b = s.buffer();
    if (b == null) {
      return Hooks.NOTHING_HELD;
    }
    if (owner.getClass().isArray()) {
      return hold(s, b, ELEMENT, owner, elementAt(b, owner, offset), mode, site);
    }
    return hold(s, b, variableAt(b, owner, offset), owner, 0, mode, site);
  }

  private static int hold(
      Session s, ThreadBuffer b, long variable, Object owner, int index, int mode, int site) {
    int field = (int) variable;
    boolean element = field == FieldFinder.ELEMENT;
    if (field == FieldFinder.NOTHING || element && !isElement(owner, index)) {
      return Hooks.NOTHING_HELD;
    }
    int key = element ? index : field;
    if ((mode & PLAIN) != 0) {
      int kind = element ? Layout.ELEMENT_WITH_OP : Layout.FIELD_WITH_OP;
      int op = (mode & WRITE) != 0 ? OpCodes.WRITE : OpCodes.READ;
      return s.access(b, kind + op, owner, key, site);
    }
    s.syncPoint(b);
    if ((mode & CALLBACK) != 0) {
      s.sync(b, OpCodes.SYNC_WRITE, Aspects.FIELD, owner, key, site);
      return Hooks.NOTHING_HELD;
    }
    s.atomicPoint(b, owner, key, site);
    return s.hold(b, owner, key, site);
  }

  private static boolean isElement(Object array, int index) {
    return array != null
        && array.getClass().isArray()
        && index >= 0
        && index < Array.getLength(array);
  }

  /**
   * Comes after the operation.
   *
   * @param success whether a conditional operation has written
   * @param token what {@link #before} has returned
   * @param accessor the VarHandle or updater
   * @param owner the object or array, null for a static field
   * @param index the element, or anything
   * @param mode what the operation is
   * @param site the call
   */
  public static void after(
      boolean success, int token, Object accessor, Object owner, int index, int mode, int site) {
    Session s = Hooks.unfinished;
    boolean callback = (mode & CALLBACK) != 0;
    if (s != null && (token >= 0 || callback && owner != null)) {
      ThreadBuffer b = s.buffer();
      if (b != null && callback) {
        s.sync(b, OpCodes.SYNC_READ, Aspects.FIELD, owner, (int) variable(b, accessor), site);
      } else if (b != null && (mode & PLAIN) == 0) {
        record(s, b, success, variable(b, accessor), owner, index, mode, site);
      }
    }
    Hooks.after(token);
  }

  /**
   * Comes after an operation of Unsafe.
   *
   * @param success whether a conditional operation has written
   * @param token what {@link #beforeAt} has returned
   * @param owner the object or array
   * @param offset where in it
   * @param mode what the operation is
   * @param site the call
   */
  public static void afterAt(
      boolean success, int token, Object owner, long offset, int mode, int site) {
    Session s = Hooks.unfinished;
    if (s != null && token >= 0 && (mode & PLAIN) == 0) {
      ThreadBuffer b = s.buffer();
      if (b != null && owner.getClass().isArray()) {
        record(s, b, success, ELEMENT, owner, elementAt(b, owner, offset), mode, site);
      } else if (b != null) {
        record(s, b, success, variableAt(b, owner, offset), owner, 0, mode, site);
      }
    }
    Hooks.after(token);
  }

  /**
   * Comes before a memory fence. What comes before a fence that releases is ordered before what
   * comes after any later fence that acquires: which plain write and read between the two hand over
   * is not known.
   *
   * @param mode {@link #RELEASE}, {@link #ACQUIRE} or both
   * @param site the call
   */
  public static void fence(int mode, int site) {
    Session s = Hooks.session;
    ThreadBuffer b = s == null ? null : s.buffer();
    if (b == null) {
      return;
    }
    s.syncPoint(b);
    if ((mode & ACQUIRE) != 0) {
      s.sync(b, OpCodes.RECEIVE, Aspects.FENCE, null, 0, site);
    }
    if ((mode & RELEASE) != 0) {
      s.sync(b, OpCodes.SEND, Aspects.FENCE, null, 0, site);
    }
  }

  /* The order within: what a read acquires comes before it, what a write releases after it. */
  private static void record(
      Session s,
      ThreadBuffer b,
      boolean success,
      long variable,
      Object owner,
      int index,
      int mode,
      int site) {
    boolean element = (int) variable == FieldFinder.ELEMENT;
    int key = element ? index : (int) variable;
    int aspect = element ? Aspects.INDEX : Aspects.FIELD;
    int kind = element ? Layout.ELEMENT_WITH_OP : Layout.FIELD_WITH_OP;
    boolean writes = (mode & WRITE) != 0 && (success || (mode & CONDITIONAL) == 0);
    boolean reads = (mode & READ) != 0;
    boolean data = (variable & AccessorTable.VOLATILE) == 0;
    if (reads && (mode & ACQUIRE) != 0) {
      s.sync(b, OpCodes.SYNC_READ, aspect, owner, key, site);
    }
    if (reads && data) {
      s.accessHeld(b, kind + 2, owner, key, site);
    }
    if (writes && data) {
      s.accessHeld(b, kind + 3, owner, key, site);
    }
    if (writes && (mode & RELEASE) != 0) {
      s.sync(b, OpCodes.SYNC_WRITE, aspect, owner, key, site);
    }
  }

  /* ---- which variable ---- */

  private static long variable(ThreadBuffer b, Object accessor) {
    long known = Hooks.ACCESSORS.find(accessor, AccessorTable.NO_OFFSET);
    return known != AccessorTable.UNKNOWN ? known : look(b, accessor, AccessorTable.NO_OFFSET);
  }

  private static long variableAt(ThreadBuffer b, Object owner, long offset) {
    long known = Hooks.ACCESSORS.find(owner.getClass(), offset);
    return known != AccessorTable.UNKNOWN ? known : look(b, owner.getClass(), offset);
  }

  /** The element at an offset, which need not be a valid one. */
  private static int elementAt(ThreadBuffer b, Object array, long offset) {
    Class<?> type = array.getClass();
    long known = Hooks.ACCESSORS.find(type, AccessorTable.NO_OFFSET);
    int layout = (int) (known == AccessorTable.UNKNOWN ? lookAtArray(b, type) : known);
    return FieldFinder.elementAt(layout, offset);
  }

  private static long lookAtArray(ThreadBuffer b, Class<?> arrayType) {
    FieldFinder finder = Hooks.fieldFinder();
    if (finder == null) {
      return 0;
    }
    b.quiet++;
    try {
      int layout = finder.arrayLayout(arrayType);
      Hooks.ACCESSORS.add(arrayType, AccessorTable.NO_OFFSET, layout, false);
      return layout;
    } finally {
      b.quiet--;
    }
  }

  private static long look(ThreadBuffer b, Object accessor, long offset) {
    FieldFinder finder = Hooks.fieldFinder();
    if (finder == null) {
      return FieldFinder.NOTHING & 0xFFFF_FFFFL;
    }
    b.quiet++;
    try {
      boolean atOffset = offset != AccessorTable.NO_OFFSET;
      int field = atOffset ? finder.fieldAt((Class<?>) accessor, offset) : finder.fieldOf(accessor);
      Hooks.ACCESSORS.add(accessor, offset, field, field >= 0 && finder.isVolatile(field));
      return Hooks.ACCESSORS.find(accessor, offset);
    } finally {
      b.quiet--;
    }
  }
}
