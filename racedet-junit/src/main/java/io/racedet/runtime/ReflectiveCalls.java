package io.racedet.runtime;

import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * What woven code calls around reads and writes by {@link Field}. No stripe is held during the
 * call: a data access is ordered among others as of the beginning of the call. One of a static
 * field may initialise the class of the field, so it is ordered as of the end of the call.
 */
public final class ReflectiveCalls {
  private ReflectiveCalls() {}

  /**
   * Called before a call that reads or writes a field of an object, which is anything for a static
   * field; data accesses are recorded if those of the caller are.
   */
  public static void before(Field field, Object owner, boolean write, boolean data, int site) {
    ThreadBuffer b = Registry.buffer();
    if (b == null || !isAccessible(field, owner)) {
      return;
    }
    Session s = b.session;
    boolean isStatic = Modifier.isStatic(field.getModifiers());
    boolean isVolatile = Modifier.isVolatile(field.getModifiers());
    if (isVolatile && write) {
      Object of = isStatic ? null : owner;
      int key = (int) AtomicCalls.variable(b, field);
      s.points.sync(b);
      s.sync(b, OpCodes.SYNC_WRITE, Aspects.FIELD, of, key, site);
    } else if (!isVolatile && data && !isStatic) {
      access(b, field, owner, write, site);
    }
  }

  /** Called after the call. */
  public static void after(Field field, Object owner, boolean write, boolean data, int site) {
    ThreadBuffer b = Registry.buffer();
    if (b == null) {
      return;
    }
    Session s = b.session;
    boolean isStatic = Modifier.isStatic(field.getModifiers());
    if (isStatic && s.hasInitialised) {
      Class<?> declarer = field.getDeclaringClass();
      s.sync(b, OpCodes.RECEIVE, Aspects.CLASS_INIT, declarer, 0, site);
    }
    if (Modifier.isVolatile(field.getModifiers())) {
      if (!write) {
        Object of = isStatic ? null : owner;
        int key = (int) AtomicCalls.variable(b, field);
        s.sync(b, OpCodes.SYNC_READ, Aspects.FIELD, of, key, site);
      }
    } else if (data && isStatic && isAccessible(field, null)) {
      access(b, field, null, write, site);
    }
  }

  private static void access(ThreadBuffer b, Field field, Object owner, boolean write, int site) {
    int op = write ? OpCodes.WRITE : OpCodes.READ;
    int key = (int) AtomicCalls.variable(b, field);
    DataHooks.after(b.session.access(b, Layout.FIELD_WITH_OP + op, owner, key, site));
  }

  /* Final fields are frozen: the memory model does not cover writing one by reflection. */
  private static boolean isAccessible(Field field, Object owner) {
    return field != null
        && !Modifier.isFinal(field.getModifiers())
        && (Modifier.isStatic(field.getModifiers()) || field.getDeclaringClass().isInstance(owner));
  }
}
