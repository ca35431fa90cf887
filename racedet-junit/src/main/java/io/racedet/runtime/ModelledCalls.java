package io.racedet.runtime;

import io.racedet.runtime.memory.Aspects;
import io.racedet.runtime.memory.Layout;
import io.racedet.runtime.memory.OpCodes;
import java.util.Map;

/**
 * What the modelled methods of the JDK call, woven in by the agent from the lines of the model.
 * Every hook returns at once while nothing is recorded.
 *
 * <p>A code says what to record:
 *
 * <pre>| flags:4 | aspect:11 | op:5 |</pre>
 */
public final class ModelledCalls {
  /** Op of a code: an atomic read and write. */
  public static final int UPDATE = 30;

  /** Flag of a code: counts inside other modelled calls too. */
  public static final int ALWAYS = 1 << 16;

  /** Flag of a code: recorded in the middle of the call that counts. */
  public static final int INSIDE = 1 << 17;

  /** Flag of a code: waits for the end of atomic calls about the same. */
  public static final int SERIAL = 1 << 18;

  private static final int ASPECT_SHIFT = 5;
  private static final int OP_MASK = (1 << ASPECT_SHIFT) - 1;
  private static final int ASPECT_MASK = (1 << 11) - 1;

  private ModelledCalls() {}

  /**
   * Packs what to record.
   *
   * @param op one of {@link OpCodes}, or {@link #UPDATE}
   * @param aspect one of {@link Aspects}, or of the model's own
   * @param flags the flags above
   * @return the code
   */
  public static int code(int op, int aspect, int flags) {
    return flags | aspect << ASPECT_SHIFT | op;
  }

  /**
   * Says which calls keep others inside them from counting; before the first recording.
   *
   * @param className binary name
   * @param method the method
   * @param descriptor its descriptor
   * @param lifted whether it is one in which calls inside do count
   */
  public static void define(String className, String method, String descriptor, boolean lifted) {
    Hooks.BEGUN_CALLS.add(
        className, method, descriptor, lifted ? BegunCalls.LIFTED : BegunCalls.RAISED);
  }

  /** The buffer, for a hook that comes first in a call. */
  private static ThreadBuffer buffer() {
    return buffer(true);
  }

  private static ThreadBuffer buffer(boolean beginning) {
    Session s = Hooks.session;
    ThreadBuffer b = s == null ? null : s.buffer();
    if (b != null && b.calls.isUnknown()) {
      resume(b, beginning);
    }
    return b;
  }

  private static void resume(ThreadBuffer b, boolean beginning) {
    b.quiet++;
    try {
      b.calls.resume(Hooks.BEGUN_CALLS.count(beginning));
    } finally {
      b.quiet--;
    }
  }

  /* Also while the recording is being ended, which waits for those that hold something. */
  private static ThreadBuffer bufferUntilFinished() {
    Session s = Hooks.unfinished;
    return s == null ? null : s.buffer();
  }

  /* ---- the guard ---- */

  /** Comes before a modelled call does anything: a place to perturb the schedule. */
  public static void point() {
    ThreadBuffer b = buffer();
    if (b != null && !b.calls.isUp()) {
      b.session.syncPoint(b);
    }
  }

  /** A modelled call begins, whose inner calls do not count. */
  public static void begin() {
    ThreadBuffer b = buffer();
    if (b != null) {
      b.calls.begin();
    }
  }

  /** A call begins inside which nothing counts, not even what always does. */
  public static void silence() {
    ThreadBuffer b = buffer();
    if (b != null) {
      b.calls.silence();
    }
  }

  /** A modelled call begins that runs its caller's code. */
  public static void open() {
    ThreadBuffer b = buffer();
    if (b != null) {
      b.calls.open();
    }
  }

  /** A modelled call ends. */
  public static void end() {
    ThreadBuffer b = buffer(false);
    if (b != null) {
      b.calls.end();
    }
  }

  /**
   * A modelled call ends with an exception, which may be the notice of an interrupt.
   *
   * @param thrown what it throws
   */
  public static void failed(Throwable thrown) {
    ThreadBuffer b = buffer(false);
    if (b != null) {
      b.calls.end();
      noticeInterrupt(b, thrown);
    }
  }

  /**
   * Comes where an exception leaves a call that no line ends.
   *
   * @param thrown the exception
   */
  public static void thrown(Throwable thrown) {
    ThreadBuffer b = buffer(false);
    if (b != null) {
      noticeInterrupt(b, thrown);
    }
  }

  private static void noticeInterrupt(ThreadBuffer b, Throwable thrown) {
    if (thrown instanceof InterruptedException && !b.calls.isUp()) {
      b.session.sync(b, OpCodes.RECEIVE, Aspects.INTERRUPT, b.thread, 0, b.calls.site());
    }
  }

  /** Comes right before a call of a collection by a class whose data accesses do not count. */
  public static void beginForeign() {
    ThreadBuffer b = buffer(false);
    if (b != null) {
      b.calls.beginForeign();
    }
  }

  /** The same, before a call of code that is not recorded by a class whose data accesses count. */
  public static void beginUnseen() {
    ThreadBuffer b = buffer(false);
    if (b != null) {
      b.calls.beginForeign();
      if (b.locksHeld > 0 && !b.unseen) {
        b.unseen = true;
        b.session.sync(b, OpCodes.UNSEEN, Aspects.UNSEEN, null, 0, b.calls.site());
      }
    }
  }

  /** Comes right after such a call. */
  public static void endForeign() {
    ThreadBuffer b = buffer(false);
    if (b != null) {
      b.calls.endForeign();
    }
  }

  /** Comes before a modelled call runs code of its caller's. */
  public static void lift() {
    ThreadBuffer b = buffer(false);
    if (b != null) {
      b.calls.lift();
    }
  }

  /** Comes after a modelled call has run code of its caller's. */
  public static void lower() {
    ThreadBuffer b = buffer(false);
    if (b != null) {
      b.calls.lower();
    }
  }

  /**
   * Keeps the identity of a value until the modelled call ends.
   *
   * @param value the value; the first one stays
   */
  public static void capture(Object value) {
    ThreadBuffer b = buffer(false);
    if (b != null) {
      b.calls.capture(System.identityHashCode(value));
    }
  }

  /**
   * Returns what has been captured.
   *
   * @return the identity, or 0
   */
  public static long captured() {
    ThreadBuffer b = buffer(false);
    return b == null ? 0 : b.calls.captured();
  }

  /* ---- effects ---- */

  /**
   * Records something about an object.
   *
   * @param when whether the condition holds
   * @param code what
   * @param object the object; null records nothing
   */
  public static void effect(boolean when, int code, Object object) {
    if (when) {
      ThreadBuffer b = counted(code, object);
      if (b != null) {
        record(b, code, object, 0);
      }
    }
  }

  /**
   * Records something about a numbered part of an object.
   *
   * @param when whether the condition holds
   * @param code what
   * @param object the object; null records nothing
   * @param part the number of the part
   */
  public static void effect(boolean when, int code, Object object, long part) {
    if (when) {
      ThreadBuffer b = counted(code, object);
      if (b != null) {
        record(b, code, object, part);
      }
    }
  }

  /**
   * Records that an element is handed over through an object, or that the object stands for the
   * element. The element is known by its identity alone: no code of its class runs.
   *
   * @param when whether the condition holds
   * @param code what
   * @param object the object; null records nothing
   * @param element the element, or null
   */
  public static void effect(boolean when, int code, Object object, Object element) {
    if (when) {
      ThreadBuffer b = counted(code, object);
      if (b != null && (code & OP_MASK) == OpCodes.ALIAS) {
        record(b, code, object, b.idOf(element, b.calls.site()));
      } else if (b != null) {
        record(b, code, object, System.identityHashCode(element));
      }
    }
  }

  /**
   * Records that elements are handed over through an object, each known by its identity.
   *
   * @param when whether the condition holds
   * @param code what
   * @param object the object; null records nothing
   * @param elements the elements
   */
  public static void effect(boolean when, int code, Object object, Object[] elements) {
    if (when) {
      ThreadBuffer b = counted(code, object);
      if (b != null) {
        for (Object element : elements) {
          record(b, code, object, System.identityHashCode(element));
        }
      }
    }
  }

  private static ThreadBuffer counted(int code, Object object) {
    if (object == null) {
      return null;
    }
    ThreadBuffer b = buffer((code & INSIDE) == 0);
    if (b == null || (code & ALWAYS) != 0) {
      return b == null || b.calls.isSilent() ? null : b;
    }
    boolean detail = (code & INSIDE) != 0 ? b.calls.isUpOutside() : b.calls.isUp();
    return detail ? null : b;
  }

  private static void record(ThreadBuffer b, int code, Object object, long part) {
    if ((code & SERIAL) != 0) {
      Hooks.after(b.session.hold(b, object, stripeKey(code, part), b.calls.site()));
    }
    Session s = b.session;
    int op = code & OP_MASK;
    int site = b.calls.site();
    switch (op) {
      case OpCodes.READ, OpCodes.WRITE -> access(b, code, object, (int) part);
      case OpCodes.FORK -> fork(b, (Thread) object);
      case OpCodes.JOIN -> join(b, (Thread) object);
      case UPDATE -> {
        int aspect = code >> ASPECT_SHIFT & ASPECT_MASK;
        s.sync(b, OpCodes.SYNC_READ, aspect, object, part, site);
        s.sync(b, OpCodes.SYNC_WRITE, aspect, object, part, site);
      }
      default -> {
        int aspect = code >> ASPECT_SHIFT & ASPECT_MASK;
        s.sync(b, op, aspect, object, part, site);
        if (b.calls.isForeign() && acquires(op)) {
          s.sync(b, OpCodes.UNSEEN, aspect, object, part, site);
        }
      }
    }
  }

  private static boolean acquires(int op) {
    return op == OpCodes.ACQUIRE || op == OpCodes.ACQUIRE_SHARED || op == OpCodes.ACQUIRE_ALL;
  }

  /* An access of a collection counts only as a call from woven code in scope: those alone say where
   * they are. Its order among the accesses of others is that of its beginning. */
  private static void access(ThreadBuffer b, int code, Object collection, int index) {
    int site = b.calls.accessSite();
    if (site != Layout.NONE) {
      boolean element = (code >> ASPECT_SHIFT & ASPECT_MASK) == Aspects.INDEX;
      int kind = element ? Layout.ELEMENT_WITH_OP : Layout.FIELD_WITH_OP;
      int key = element ? keyOf(collection, index) : Layout.CONTENTS;
      Hooks.after(b.session.access(b, kind + (code & OP_MASK), collection, key, site));
    }
  }

  private static int keyOf(Object collection, int index) {
    return collection.getClass().isArray() ? index : Layout.keyOfElement(index);
  }

  private static void fork(ThreadBuffer b, Thread child) {
    if (stateOf(b, child) == Thread.State.NEW) {
      b.session.fork(b, child, b.calls.site());
    }
  }

  private static void join(ThreadBuffer b, Thread ended) {
    if (stateOf(b, ended) == Thread.State.TERMINATED) {
      b.session.join(b, ended, b.calls.site());
    }
  }

  private static Thread.State stateOf(ThreadBuffer b, Thread thread) {
    b.quiet++;
    try {
      return thread.getState();
    } finally {
      b.quiet--;
    }
  }

  /* ---- atomic calls ---- */

  /**
   * Comes before an atomic call: until it ends, nobody else accesses the same variable.
   *
   * @param code what
   * @param object the object; null records nothing
   * @param part the number of the part
   */
  public static void hold(int code, Object object, long part) {
    ThreadBuffer b = buffer();
    if (b != null) {
      if (object != null && !b.calls.isUp()) {
        Hooks.after(b.calls.held);
        b.session.syncPoint(b);
        b.calls.held = b.session.hold(b, object, stripeKey(code, part), b.calls.site());
      }
      b.calls.beginAtomic();
    }
  }

  /**
   * Comes after an atomic call: records it, and lets others go on.
   *
   * @param when whether the condition holds; an update that does not happen has read, and where a
   *     post does not happen, reads are void
   * @param code what
   * @param object the object
   * @param part the number of the part
   */
  public static void held(boolean when, int code, Object object, long part) {
    ThreadBuffer b = bufferUntilFinished();
    if (b != null && b.calls.endAtomic() && !b.calls.isUp() && b.calls.held >= 0) {
      int op = code & OP_MASK;
      if (when) {
        record(b, code, object, part);
      } else if (op == UPDATE || op == OpCodes.SEND) {
        int instead = op == UPDATE ? OpCodes.SYNC_READ : OpCodes.DISCARD;
        record(b, code & ~OP_MASK | instead, object, part);
      }
      release(b);
    }
  }

  /** Comes where an exception leaves an atomic call. */
  public static void drop() {
    ThreadBuffer b = bufferUntilFinished();
    if (b != null && b.calls.endAtomic() && !b.calls.isUp()) {
      release(b);
    }
  }

  private static void release(ThreadBuffer b) {
    Hooks.after(b.calls.held);
    b.calls.held = Hooks.NOTHING_HELD;
  }

  private static int stripeKey(int code, long part) {
    return (code >> ASPECT_SHIFT & ASPECT_MASK) * 31 + (int) part;
  }

  /* ---- values and conditions, without branches in the woven code ---- */

  /**
   * Returns the value of an entry.
   *
   * @param entry an entry of the JDK's own, or null
   * @return its value, or null
   */
  public static Object valueOf(Object entry) {
    return session() && entry instanceof Map.Entry<?, ?> e ? e.getValue() : null;
  }

  private static boolean session() {
    return Hooks.session != null;
  }

  /**
   * Negates.
   *
   * @param value a condition
   * @return its opposite
   */
  public static boolean not(boolean value) {
    return !value;
  }

  /**
   * Tells whether a number is not zero.
   *
   * @param value a result
   * @return whether it says yes
   */
  public static boolean isSet(int value) {
    return value != 0;
  }

  /**
   * Tells whether a number is not zero.
   *
   * @param value a result
   * @return whether it says yes
   */
  public static boolean isSet(long value) {
    return value != 0;
  }

  /**
   * Tells whether there is a result.
   *
   * @param value a result
   * @return whether it says yes
   */
  public static boolean isSet(Object value) {
    return value != null;
  }

  /**
   * Compares.
   *
   * @param a a value
   * @param b another
   * @return whether they are the same
   */
  public static boolean same(int a, int b) {
    return a == b;
  }

  /**
   * Compares.
   *
   * @param a a value
   * @param b another
   * @return whether they are the same
   */
  public static boolean same(long a, long b) {
    return a == b;
  }

  /**
   * Compares.
   *
   * @param a a value
   * @param b another
   * @return whether they are the same
   */
  public static boolean same(Object a, Object b) {
    return a == b;
  }
}
