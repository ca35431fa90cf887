package io.racedet.runtime;

import io.racedet.runtime.memory.AccessorTable;
import io.racedet.runtime.memory.Aspects;
import io.racedet.runtime.memory.CallKinds;
import io.racedet.runtime.memory.ChunkPool;
import io.racedet.runtime.memory.IdleTimer;
import io.racedet.runtime.memory.Layout;
import io.racedet.runtime.memory.OpCodes;
import io.racedet.runtime.memory.RecordingSwitch;
import io.racedet.runtime.memory.Stripes;
import io.racedet.runtime.memory.SyncOrder;
import java.lang.reflect.Array;

/**
 * What woven code calls around accesses, calls and allocations, and the state that all hooks share.
 * Every hook returns at once while nothing is recorded.
 *
 * <p>The hook before a data or volatile access returns a token. If the token is not negative, a
 * lock is held that excludes conflicting accesses, and {@link #after} must be called with the token
 * after the access. The instruction between the two must not be able to throw, block, or run other
 * code.
 */
public final class Hooks {
  /** The token when {@link #after} has nothing to do. */
  public static final int NOTHING_HELD = -1;

  static final Stripes STRIPES = new Stripes();
  static final SyncOrder SYNC_ORDER = new SyncOrder();
  static final BegunCalls BEGUN_CALLS = new BegunCalls();
  static final ChunkPool CHUNKS = new ChunkPool();
  static final AccessorTable ACCESSORS = new AccessorTable();
  static final CallKinds CALL_KINDS = new CallKinds();

  /** The recording in progress, null when hooks have nothing to do. */
  static volatile Session session;

  /* The recording that has not been stopped completely: set as long as the session, and until all
   * threads have left their hooks. */
  static volatile Session unfinished;

  private static final IdleTimer IDLE_TIMER = new IdleTimer(1_000_000_000);

  static {
    WarmUp.run();
    RecordingSwitch.turn(false);
  }

  private Hooks() {}

  /** The recording in progress, or null. */
  private static Session recording() {
    return RecordingSwitch.isOn() ? session : null;
  }

  static synchronized void begin(Session next) {
    if (unfinished != null) {
      throw new IllegalStateException("another recording has not been stopped");
    }
    IDLE_TIMER.begin();
    unfinished = next;
    session = next;
  }

  /** Ends a session: from now on no thread records anything for it. */
  static synchronized void end(Session last) {
    if (session == last) {
      session = null;
    }
  }

  static synchronized void finish(Session last) {
    end(last);
    if (unfinished == last) {
      unfinished = null;
      IDLE_TIMER.end();
    }
  }

  /* ---- data accesses ---- */

  /**
   * Comes before a plain access of an instance field.
   *
   * @param owner the object, null when the instruction is going to throw
   * @param field the field's id
   * @param site the instruction, which also says whether it reads or writes
   * @return the token for {@link #after}
   */
  public static int field(Object owner, int field, int site) {
    Session s = recording();
    if (s == null || owner == null) {
      return NOTHING_HELD;
    }
    ThreadBuffer b = s.buffer();
    return b == null ? NOTHING_HELD : s.access(b, Layout.FIELD, owner, field, site);
  }

  /**
   * Comes before an access of a final instance field.
   *
   * @param owner the object, null when the instruction is going to throw
   * @param field the field's id
   * @param site the instruction
   * @return the token for {@link #after}
   */
  public static int finalField(Object owner, int field, int site) {
    Session s = recording();
    if (s == null || owner == null) {
      return NOTHING_HELD;
    }
    ThreadBuffer b = s.buffer();
    return b == null ? NOTHING_HELD : s.access(b, Layout.FINAL_FIELD, owner, field, site);
  }

  /**
   * Comes before a plain access of a static field, whose class must have been initialised or be in
   * initialisation by this thread.
   *
   * @param field the field's id
   * @param site the instruction
   * @return the token for {@link #after}
   */
  public static int staticField(int field, int site) {
    Session s = recording();
    if (s == null) {
      return NOTHING_HELD;
    }
    ThreadBuffer b = s.buffer();
    return b == null ? NOTHING_HELD : s.access(b, Layout.FIELD, null, field, site);
  }

  /**
   * Comes before the load of an array element of any type, or the store of a primitive one.
   *
   * @param array the array; when it is null or the index out of bounds, nothing is recorded
   * @param index the element
   * @param site the instruction
   * @return the token for {@link #after}
   */
  public static int array(Object array, int index, int site) {
    Session s = recording();
    if (s == null || array == null || index < 0 || index >= Array.getLength(array)) {
      return NOTHING_HELD;
    }
    ThreadBuffer b = s.buffer();
    return b == null ? NOTHING_HELD : s.access(b, Layout.ELEMENT, array, index, site);
  }

  /**
   * Comes before the store of a reference into an array.
   *
   * @param array the array; when the instruction is going to throw, nothing is recorded
   * @param index the element
   * @param value what is to be stored
   * @param site the instruction
   * @return the token for {@link #after}
   */
  public static int arrayStore(Object array, int index, Object value, int site) {
    if (recording() == null || array == null || !isStorable(array, value)) {
      return NOTHING_HELD;
    }
    return array(array, index, site);
  }

  private static boolean isStorable(Object array, Object value) {
    return value == null || array.getClass().getComponentType().isInstance(value);
  }

  /**
   * Comes before an access of a volatile instance field.
   *
   * @param owner the object, null when the instruction is going to throw
   * @param field the field's id
   * @param site the instruction
   * @return the token for {@link #after}
   */
  public static int volatileField(Object owner, int field, int site) {
    Session s = recording();
    if (s == null || owner == null) {
      return NOTHING_HELD;
    }
    ThreadBuffer b = s.buffer();
    return b == null ? NOTHING_HELD : s.volatileAccess(b, owner, field, site);
  }

  /**
   * Comes before an access of a volatile static field.
   *
   * @param field the field's id
   * @param site the instruction
   * @return the token for {@link #after}
   */
  public static int volatileStatic(int field, int site) {
    Session s = recording();
    if (s == null) {
      return NOTHING_HELD;
    }
    ThreadBuffer b = s.buffer();
    return b == null ? NOTHING_HELD : s.volatileAccess(b, null, field, site);
  }

  /**
   * Comes after the access for which a hook has returned a token.
   *
   * @param token the token
   */
  public static void after(int token) {
    if (token >= 0) {
      STRIPES.release(token);
    }
  }

  /**
   * Comes before each return of a constructor of a class that declares final instance fields.
   *
   * @param owner the object under construction
   * @param site the return
   */
  public static void freeze(Object owner, int site) {
    Session s = recording();
    if (s != null) {
      ThreadBuffer b = s.buffer();
      if (b != null) {
        after(s.access(b, Layout.FREEZE, owner, 0, site));
        b.span.next();
      }
    }
  }

  /* ---- methods, calls, objects ---- */

  /**
   * Comes first in a woven method.
   *
   * @param method the method's id
   */
  public static void enter(int method) {
    Session s = recording();
    if (s != null) {
      ThreadBuffer b = s.buffer();
      if (b != null) {
        b.enter(method);
      }
    }
  }

  /** Comes last in a woven method, on every way out. */
  public static void exit() {
    Session s = recording();
    if (s != null) {
      ThreadBuffer b = s.buffer();
      if (b != null) {
        b.exit();
      }
    }
  }

  /**
   * Comes right before a call instruction.
   *
   * @param site the instruction
   */
  public static void call(int site) {
    Session s = recording();
    if (s != null) {
      ThreadBuffer b = s.buffer();
      if (b != null) {
        b.calls.call(site, false);
      }
    }
  }

  /**
   * Comes right before a call of JDK code that is not modelled. Modelled calls inside it are
   * implementation details, and not recorded.
   *
   * @param site the instruction
   */
  public static void callOpaque(int site) {
    Session s = recording();
    if (s != null) {
      ThreadBuffer b = s.buffer();
      if (b != null) {
        b.calls.call(site, true);
      }
    }
  }

  /**
   * Comes first in a woven constructor. {@link #enter} is called only after the constructor that it
   * calls has returned, and before that {@link #call} with this value.
   *
   * @return the site of the call of the constructor, or {@link Layout#NONE}
   */
  public static int callSite() {
    Session s = recording();
    if (s != null) {
      ThreadBuffer b = s.buffer();
      if (b != null) {
        return b.calls.site();
      }
    }
    return Layout.NONE;
  }

  /**
   * Comes first in a woven method whose call has initialised its class, before {@link #enter}:
   * whoever calls it is ordered after the initialiser, even if the method does nothing.
   *
   * @param method the method's id
   */
  public static void initialised(int method) {
    Session s = recording();
    if (s != null && s.hasInitialised) {
      ThreadBuffer b = s.buffer();
      if (b != null) {
        b.initialised(method);
      }
    }
  }

  /**
   * Comes before each return of a class initialiser.
   *
   * @param type the class
   * @param site the return
   */
  public static void classInitialized(Class<?> type, int site) {
    Session s = recording();
    if (s != null) {
      ThreadBuffer b = s.buffer();
      if (b != null) {
        s.hasInitialised = true;
        s.sync(b, OpCodes.SEND, Aspects.CLASS_INIT, type, 0, site);
      }
    }
  }

  /**
   * Comes where an exception leaves a class initialiser.
   *
   * @param site the end of the initialiser
   */
  public static void classFailed(int site) {
    Session s = recording();
    if (s != null) {
      ThreadBuffer b = s.buffer();
      if (b != null) {
        s.sync(b, OpCodes.SEND, Aspects.CLASS_FAILURE, null, 0, site);
      }
    }
  }

  /**
   * Comes after the construction of an object or array, for reports only.
   *
   * @param object the object
   * @param site the instruction
   */
  public static void allocated(Object object, int site) {
    Session s = recording();
    if (s != null && object != null) {
      ThreadBuffer b = s.buffer();
      if (b != null) {
        b.allocated(object, site);
      }
    }
  }

  /**
   * Comes first in a handler of exceptions, and before one leaves a woven method: it may come from
   * an unknown call, which has ended then.
   *
   * @param site the handler
   */
  public static void caught(int site) {
    Session s = recording();
    ThreadBuffer b = s == null ? null : s.buffer();
    long object = b == null ? 0 : b.calls.unknownCall();
    if (object != 0) {
      long passed = b.calls.passedToUnknown();
      b.calls.endUnknown();
      s.syncOf(b, OpCodes.UNKNOWN, Aspects.UNKNOWN_CALL, object, 0, site);
      if (passed != 0) {
        s.syncOf(b, OpCodes.UNKNOWN, Aspects.UNKNOWN_CALL, passed, 0, site);
      }
    }
  }
}
