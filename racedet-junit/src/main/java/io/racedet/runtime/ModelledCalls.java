package io.racedet.runtime;

import io.racedet.runtime.calls.BegunCalls;
import io.racedet.runtime.calls.CallKinds;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.OpCodes;
import java.io.InterruptedIOException;
import java.io.ObjectOutputStream;
import java.nio.channels.ClosedByInterruptException;

/**
 * What modelled methods call where they begin and end, and woven code around calls of code that is
 * not recorded. Decides which calls are recorded: inner calls mostly are not.
 */
public final class ModelledCalls {
  private ModelledCalls() {}

  /**
   * The buffer of this thread, or null when nothing is recorded for it. The call of the hook comes
   * first in a modelled call, or later.
   */
  static ThreadBuffer buffer(boolean beginning) {
    ThreadBuffer b = Registry.current();
    return b != null && b.calls.isUnknown() && !resume(b, beginning) ? null : b;
  }

  /* A hook that began in an earlier recording may still be waiting, and call the JDK meanwhile. */
  private static boolean resume(ThreadBuffer b, boolean beginning) {
    b.quiet++;
    try {
      int begun = Registry.BEGUN_CALLS.count(beginning);
      if (begun != BegunCalls.UNRECORDED) {
        b.calls.resume(begun);
      }
      return begun != BegunCalls.UNRECORDED;
    } finally {
      b.quiet--;
    }
  }

  /** Called first in a modelled call: a point at which the schedule may be perturbed. */
  public static void point() {
    ThreadBuffer b = buffer(true);
    if (b != null && !b.calls.isUp()) {
      b.session.points.sync(b);
    }
  }

  /** A modelled call begins whose inner calls are not recorded. */
  public static void begin() {
    ThreadBuffer b = buffer(true);
    if (b != null) {
      b.calls.begin();
    }
  }

  /** A call begins inside which nothing is recorded, not even woven code. */
  public static void silence() {
    Session s = Registry.session;
    if (s != null) {
      ThreadBuffer b = s.threads.registered(Thread.currentThread(), null);
      b.silence();
      s.appeared(b);
    }
  }

  /** A call that {@link #silence} has announced ends. */
  public static void endSilence() {
    Session s = Registry.session;
    if (s != null) {
      ThreadBuffer b = s.threads.current();
      b.endSilence();
      s.appeared(b);
    }
  }

  /** A modelled call begins that runs code of its caller. */
  public static void open() {
    ThreadBuffer b = buffer(true);
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

  /** A modelled call ends with an exception, which may report an interrupt. */
  public static void failed(Throwable thrown) {
    ThreadBuffer b = buffer(false);
    if (b != null) {
      b.calls.end();
      failed(b, thrown);
    }
  }

  /** Called when an exception leaves a modelled call for which {@link #begin} was not called. */
  public static void thrown(Throwable thrown) {
    ThreadBuffer b = buffer(false);
    if (b != null) {
      failed(b, thrown);
    }
  }

  private static void failed(ThreadBuffer b, Throwable thrown) {
    b.locks.giveUp();
    if (isInterrupt(thrown)) {
      b.session.sync(b, OpCodes.RECEIVE, Aspects.INTERRUPT, b.thread, 0, b.calls.site());
    }
  }

  /* A time-out is an InterruptedIOException too, but of a subclass. */
  private static boolean isInterrupt(Throwable thrown) {
    return thrown instanceof InterruptedException
        || thrown instanceof ClosedByInterruptException
        || thrown.getClass() == InterruptedIOException.class;
  }

  /** Called right before a call of the JDK by a class whose data accesses are not recorded. */
  public static void beginForeign() {
    ThreadBuffer b = buffer(false);
    if (b != null) {
      b.calls.beginForeign();
    }
  }

  /** As {@link #beginForeign}, before a call of unrecorded code by a class that is recorded. */
  public static void beginUnseen() {
    ThreadBuffer b = buffer(false);
    if (b != null) {
      b.calls.beginForeign();
      unseen(b);
      b.beforeUnseen = b.pos;
    }
  }

  /**
   * Called right after a call that {@link #beginUnseen} has announced and that has accessed the
   * contents of its receiver, as far as its name tells. If anything was recorded in between, the
   * class may synchronise threads itself.
   */
  public static void unseenCalled(int op, Object receiver, int site) {
    ThreadBuffer b = receiver == null ? null : buffer(false);
    if (b == null
        || b.alone.isUncounted
        || b.pos != b.beforeUnseen
        || StateCalls.isOfJdk(receiver.getClass())) {
      return;
    }
    if (b.libraryCalls.isNew(b.idOf(receiver), op == OpCodes.WRITE, b.syncs)) {
      b.session.sync(b, op, Aspects.LIBRARY_CALL, receiver, 0, site);
      b.session.noteLibraryCall();
    }
  }

  /**
   * Called first in a method of unrecorded code that others may call without naming its class: one
   * that belongs to a type of the JDK, or a lambda.
   */
  public static void enterUnseen() {
    ThreadBuffer b = Registry.buffer();
    if (b != null) {
      unseen(b);
    }
  }

  private static void unseen(ThreadBuffer b) {
    if (b.locks.count > 0 && !b.locks.unseen && !b.alone.isUncounted) {
      b.locks.unseen = true;
      b.session.sync(b, OpCodes.UNSEEN, Aspects.UNSEEN, null, 0, b.calls.site());
    }
  }

  /**
   * Called right before a call on an object whose class is known only now; null when the call is
   * going to throw. The name and the descriptor of the method are null if they are not known.
   * Returns 1 if the code is unknown, else 0.
   */
  public static int beginUnknown(Object receiver, String method, int site) {
    ThreadBuffer b = receiver == null ? null : buffer(false);
    if (b == null) {
      return 0;
    }
    int kind = b.kindOf(receiver, method, site);
    if (kind == CallKinds.UNKNOWN) {
      record(b, receiver, site);
      return 1;
    }
    stateful(b, kind, receiver, site);
    return 0;
  }

  /**
   * Called right before a call of a method of the JDK by a class that inherits it: a call by {@code
   * super}. Returns 1 if it is recorded, else 0.
   */
  public static int beginInherited(Object receiver, int site) {
    ThreadBuffer b = receiver == null ? null : buffer(false);
    if (b == null) {
      return 0;
    }
    record(b, receiver, site);
    return 1;
  }

  /**
   * Called right before a call whose result may depend on earlier calls on an object, on a class by
   * its name, or on null; its kind is one of {@link CallKinds}.
   */
  public static void stateful(Object object, int kind, int site) {
    ThreadBuffer b = object == null ? null : buffer(false);
    if (b != null) {
      stateful(b, kind, object, site);
    }
  }

  /** Called right before a call that gets an object whose state its result may depend on. */
  static void stateful(Object object, int site) {
    ThreadBuffer b = buffer(false);
    if (b != null && b.locks.count > 0) {
      stateful(b, b.kindOf(object), object, site);
    }
  }

  /** Called right after a call that makes two objects, or null, share their state. */
  public static void connected(Object object, Object other, int site) {
    if (object != null && other != null && object != other) {
      ThreadBuffer b = buffer(false);
      if (b != null && hasState(b, other)) {
        connect(b, object, other, site);
      }
    }
  }

  /**
   * Called right before an unknown static call, or the construction of an object of unknown code;
   * the name of the class is the same object for all calls. Returns 1 if it is recorded, else 0.
   */
  public static int beginStatic(String owner, int site) {
    ThreadBuffer b = buffer(false);
    if (b == null) {
      return 0;
    }
    record(b, owner, site);
    return 1;
  }

  private static void record(ThreadBuffer b, Object object, int site) {
    b.session.points.sync(b);
    long id = b.alone.isUncounted ? 0 : b.idOf(object);
    b.calls.beginUnknown(id, object instanceof ObjectOutputStream);
    b.session.sync(b, OpCodes.UNKNOWN, Aspects.UNKNOWN_CALL, object, 0, site);
  }

  /* Matters in critical sections only: elsewhere, nothing is exchanged with anything. */
  private static void stateful(ThreadBuffer b, int kind, Object object, int site) {
    if (b.locks.count == 0
        || b.alone.isUncounted
        || kind < CallKinds.STATEFUL
        || isStandardStream(object)) {
      return;
    }
    boolean external = kind == CallKinds.EXTERNAL;
    Object stated = external ? CallKinds.OUTSIDE : object;
    long id = b.idOf(stated);
    if (id != b.locks.stateful) {
      b.locks.stateful = id;
      b.session.sync(b, OpCodes.UNKNOWN, Aspects.STATEFUL_CALL, stated, external ? 1 : 0, site);
    }
  }

  private static boolean isStandardStream(Object object) {
    return object == System.out || object == System.err;
  }

  /**
   * Called right before an unknown call for each object that is passed to it, and right after it
   * for those that were passed or constructed.
   *
   * @param unknown what the hook at the beginning of the call has returned
   * @param object what the call is made on, or another argument, or null
   * @param argument the object, or null
   */
  public static void passed(int unknown, Object object, Object argument, int site) {
    if (unknown != 0 && argument != null) {
      ThreadBuffer b = buffer(false);
      if (b != null && hasState(b, argument)) {
        b.session.sync(b, OpCodes.UNKNOWN, Aspects.UNKNOWN_CALL, argument, 0, site);
        b.calls.passUnknown(b.alone.isUncounted ? 0 : b.idOf(argument));
        connect(b, object, argument, site);
      }
    }
  }

  /**
   * Called right after an unknown call.
   *
   * @param unknown what the hook at its beginning has returned
   * @param object what the call was made on: an object, or a class by its name
   * @param result what it has returned, or null
   */
  public static void endUnknown(int unknown, Object object, Object result, int site) {
    if (unknown != 0) {
      ThreadBuffer b = buffer(false);
      if (b != null) {
        b.calls.endUnknown();
        b.session.sync(b, OpCodes.UNKNOWN, Aspects.UNKNOWN_CALL, object, 0, site);
        if (result != null && hasState(b, result)) {
          connect(b, object, result, site);
        }
      }
    }
  }

  private static void connect(ThreadBuffer b, Object object, Object other, int site) {
    if (object != null && object != other && hasState(b, object)) {
      long id = b.idOf(other);
      b.session.sync(b, OpCodes.UNKNOWN, Aspects.CONNECTED, object, id, site);
    }
  }

  private static boolean hasState(ThreadBuffer b, Object object) {
    return b.kindOf(object) != CallKinds.PURE && !isStandardStream(object);
  }

  /** Called right after a call that {@link #beginForeign} or {@link #beginUnseen} has announced. */
  public static void endForeign() {
    ThreadBuffer b = buffer(false);
    if (b != null) {
      b.calls.endForeign();
    }
  }

  /** Called before a modelled call runs code of its caller. */
  public static void lift() {
    ThreadBuffer b = buffer(false);
    if (b != null) {
      b.calls.lift();
    }
  }

  /** Called after a modelled call has run code of its caller. */
  public static void lower() {
    ThreadBuffer b = buffer(false);
    if (b != null) {
      b.calls.lower();
    }
  }

  /** Saves the identity hash of the first of some values until the modelled call ends. */
  public static void capture(Object value) {
    ThreadBuffer b = buffer(false);
    if (b != null) {
      b.calls.capture(System.identityHashCode(value));
    }
  }

  /** Saves the first number that is not 0 until the modelled call ends. */
  public static void capture(long number) {
    ThreadBuffer b = buffer(false);
    if (b != null) {
      b.calls.capture(number);
    }
  }

  /** Returns the number or identity hash that has been captured, or 0. */
  public static long captured() {
    ThreadBuffer b = buffer(false);
    return b == null ? 0 : b.calls.captured();
  }
}
