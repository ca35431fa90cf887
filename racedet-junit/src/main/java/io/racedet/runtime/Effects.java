package io.racedet.runtime;

import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.EffectCode;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import io.racedet.runtime.log.OwnThread;
import io.racedet.runtime.log.Stripes;

/**
 * What modelled methods call to record their effects, each with an {@link EffectCode}. Every hook
 * returns at once while nothing is recorded.
 */
public final class Effects {
  private Effects() {}

  /** Records an effect on an object. If that is null, nothing is recorded, here and below. */
  public static void effect(boolean when, int code, Object object) {
    ThreadBuffer b = when ? counted(code, object) : null;
    if (b != null) {
      record(b, code, object, 0);
    }
  }

  /** Records an effect on a numbered part of an object. */
  public static void effect(boolean when, int code, Object object, long part) {
    ThreadBuffer b = when ? counted(code, object) : null;
    if (b != null) {
      record(b, code, object, part);
    }
  }

  /**
   * Records that an element, or null, is handed over through an object, or that the object is an
   * alias of the element. The element is identified by its identity alone: no code of its class
   * runs. Of a bin, the element is the key, whose hash has been captured.
   */
  public static void effect(boolean when, int code, Object object, Object element) {
    ThreadBuffer b = when ? counted(code, object) : null;
    if (b != null && EffectCode.aspect(code) == Aspects.BIN) {
      bin(b, code, object, element);
    } else if (b != null) {
      record(b, code, object, identity(b, code, element));
    }
  }

  /* The hash is not known if the call began before the recording. */
  private static void bin(ThreadBuffer b, int code, Object map, Object key) {
    if (b.calls.hasCaptured()) {
      b.bins.effect(code, map, key, b.calls.captured(), b.calls.site());
    }
  }

  private static long identity(ThreadBuffer b, int code, Object element) {
    boolean isId =
        EffectCode.op(code) == OpCodes.ALIAS || EffectCode.aspect(code) == Aspects.ELEMENT;
    return isId && element != null ? b.idOf(element) : System.identityHashCode(element);
  }

  /**
   * Records that elements that are not null are handed over through an object, each identified by
   * its identity.
   */
  public static void effect(boolean when, int code, Object object, Object[] elements) {
    ThreadBuffer b = when ? counted(code, object) : null;
    if (b != null) {
      for (Object element : elements) {
        if (element != null) {
          record(b, code, object, identity(b, code, element));
        }
      }
    }
  }

  /**
   * Records accesses to elements of an array or a collection, up to an end that may be beyond its
   * own; or what an end of a connection sends from one port to another, or receives there.
   */
  public static void effect(boolean when, int code, Object object, int from, int to) {
    ThreadBuffer b = when ? counted(code, object) : null;
    if (b != null && EffectCode.aspect(code) == Aspects.CONNECTION) {
      connection(b, EffectCode.op(code), from, to);
    } else if (b != null && b.calls.accessSite() != Layout.NONE) {
      ArrayCopies.range(b, EffectCode.op(code), object, from, to, b.calls.accessSite());
    }
  }

  private static void connection(ThreadBuffer b, int op, int from, int to) {
    boolean sends = op == OpCodes.SEND;
    boolean inside = Registry.PORTS.isPeerInside(sends ? from : to, sends ? to : from);
    sync(b, op, Aspects.CONNECTION, null, Ports.connection(from, to));
    if (!inside) {
      sync(b, op, Aspects.CONNECTION, null, Ports.OUTSIDE);
    }
  }

  private static ThreadBuffer counted(int code, Object object) {
    if (object == null) {
      return null;
    }
    ThreadBuffer b = ModelledCalls.buffer((code & EffectCode.INSIDE) == 0);
    if (b != null && b.alone.isUncounted && !matters(code)) {
      b.alone.pass(EffectCode.op(code), b.calls.site());
      return null;
    }
    return b != null && counts(b, code) ? b : null;
  }

  /* Whether an effect matters although no other thread can act, and nobody counts it. */
  private static boolean matters(int code) {
    int op = EffectCode.op(code);
    int aspect = EffectCode.aspect(code);
    return op == OpCodes.FORK
        || op == OpCodes.BID
        || aspect == Aspects.FILE
        || OpCodes.concernsLocks(op)
        || OpCodes.lasts(op, aspect);
  }

  private static boolean counts(ThreadBuffer b, int code) {
    if ((code & EffectCode.ALWAYS) != 0) {
      return true;
    }
    return (code & EffectCode.INSIDE) != 0 ? !b.calls.isUpOutside() : !b.calls.isUp();
  }

  private static void record(ThreadBuffer b, int code, Object object, long part) {
    if ((code & EffectCode.SERIAL) != 0) {
      DataHooks.after(b.session.hold(b, object, stripeKey(code, part), b.calls.site()));
    }
    int op = EffectCode.op(code);
    switch (op) {
      case OpCodes.READ, OpCodes.WRITE -> access(b, code, object, (int) part);
      case OpCodes.FORK -> fork(b, (Thread) object);
      case OpCodes.JOIN -> join(b, (Thread) object);
      case EffectCode.UPDATE,
          EffectCode.UPDATE_ACQUIRE,
          EffectCode.UPDATE_RELEASE,
          EffectCode.UPDATE_RELAXED -> {
        atomic(b, EffectCode.withOp(code, EffectCode.readOf(op)), object, part);
        atomic(b, EffectCode.withOp(code, EffectCode.writeOf(op)), object, part);
      }
      case EffectCode.GET_RELAXED, EffectCode.SET_RELAXED -> atomic(b, code, object, part);
      default -> {
        int aspect = EffectCode.aspect(code);
        if (aspect == Aspects.FILE) {
          keepFile(b, object, (int) part);
        }
        if (aspect == Aspects.FILE && part == Files.OF_OTHER_PROCESSES) {
          sync(b, op, Aspects.CONNECTION, null, Ports.OUTSIDE);
        } else {
          sync(b, op, aspect, Aspects.isOutside(aspect) ? null : object, part);
        }
      }
    }
  }

  private static void keepFile(ThreadBuffer b, Object object, int file) {
    if (OpenedFiles.mayBe(object)) {
      b.quiet++;
      try {
        Registry.OPENED.keep(object, file);
      } finally {
        b.quiet--;
      }
    }
  }

  private static void atomic(ThreadBuffer b, int code, Object object, long part) {
    Session s = b.session;
    int aspect = EffectCode.aspect(code);
    int site = b.calls.site();
    switch (EffectCode.op(code)) {
      case EffectCode.GET_RELAXED -> s.relaxedRead(b, aspect, object, part, site);
      case EffectCode.SET_RELAXED -> s.relaxedWrite(b, aspect, object, part, site);
      default -> s.sync(b, EffectCode.op(code), aspect, object, part, site);
    }
  }

  /* What the JDK does comes before or after the effect: there may be a pause on both sides. */
  private static void sync(ThreadBuffer b, int op, int aspect, Object object, long part) {
    Session s = b.session;
    int site = b.calls.site();
    if (op == OpCodes.BID && (part & EffectCode.BID_TRIES) == 0) {
      s.points.request(b, object, aspect, (part & EffectCode.BID_SHARED) != 0, site);
      if (aspect == Aspects.MONITOR) {
        return; // of a monitor, nothing but its acquire is recorded
      }
    }
    s.points.effect(b);
    s.sync(b, op, aspect, object, part, site);
    if (b.calls.isForeign() && acquires(op) && aspect != Aspects.STAMP) {
      s.sync(b, OpCodes.UNSEEN, aspect, object, part, site);
    }
    s.points.effect(b);
  }

  private static boolean acquires(int op) {
    return op == OpCodes.ACQUIRE || op == OpCodes.ACQUIRE_SHARED || op == OpCodes.ACQUIRE_ALL;
  }

  /* An access to a collection is recorded only if woven code in scope makes the call: otherwise its
   * location is not known. It is ordered among other accesses as of the beginning of the call. */
  private static void access(ThreadBuffer b, int code, Object collection, int index) {
    int site = b.calls.accessSite();
    if (site != Layout.NONE) {
      boolean element = EffectCode.aspect(code) == Aspects.INDEX;
      int kind = element ? Layout.ELEMENT_WITH_OP : Layout.FIELD_WITH_OP;
      int key = element ? keyOf(collection, index) : Layout.CONTENTS;
      DataHooks.after(b.session.access(b, kind + EffectCode.op(code), collection, key, site));
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

  /**
   * Called before a call that sees whether a thread sleeps, or ends its sleep: where it is held by
   * this recording, it sleeps no longer.
   */
  public static void awaken(Object thread) {
    ThreadBuffer b = ModelledCalls.buffer(false);
    ThreadBuffer held = b == null ? null : b.session.threads.find((Thread) thread);
    if (held != null) {
      held.scheduled.turn.stayAwake();
    }
  }

  /**
   * Called before a call that lets a thread go on that is blocked, whoever calls: of the thread, of
   * what threads wait for, or of null.
   */
  public static void unblock(Object waiting) {
    if (waiting != null && !(waiting instanceof OwnThread)) {
      Registry.WAKE_UPS.seen(System.nanoTime());
      Session s = Registry.session;
      if (s != null) {
        s.endSolo();
      }
    }
  }

  /* ---- atomic calls ---- */

  /** Called before an atomic call: until it ends, no other thread accesses the same variable. */
  public static void hold(int code, Object object, long part) {
    ThreadBuffer b = ModelledCalls.buffer(false);
    if (b != null) {
      boolean counts = object != null && counts(b, code);
      if (counts) {
        DataHooks.after(b.calls.held);
        b.session.points.sync(b);
        b.calls.held = b.session.hold(b, object, stripeKey(code, part), b.calls.site());
      }
      b.calls.beginAtomic(counts);
    }
  }

  /**
   * Called after an atomic call: records it, and releases the variable. If the condition does not
   * hold, an update is recorded as a read, and for a post the reads since the last peek are
   * discarded.
   */
  public static void held(boolean when, int code, Object object, long part) {
    ThreadBuffer b = Registry.unfinished();
    if (b != null && b.calls.endAtomic() && b.calls.held >= 0) {
      int op = EffectCode.op(code);
      if (when) {
        record(b, code, object, part);
      } else if (op == OpCodes.SEND) {
        record(b, EffectCode.withOp(code, OpCodes.DISCARD), object, part);
      } else if (EffectCode.readOf(op) != op) {
        record(b, EffectCode.withOp(code, EffectCode.readOf(op)), object, part);
      }
      release(b);
    }
  }

  /** Called when an exception leaves an atomic call. */
  public static void drop(int code) {
    ThreadBuffer b = Registry.unfinished();
    if (b != null && b.calls.endAtomic()) {
      release(b);
    }
  }

  private static void release(ThreadBuffer b) {
    b.session.releaseAtomic(b, b.calls.held);
    b.calls.held = Stripes.NOTHING_HELD;
  }

  private static int stripeKey(int code, long part) {
    return EffectCode.aspect(code) * 31 + (int) part;
  }
}
