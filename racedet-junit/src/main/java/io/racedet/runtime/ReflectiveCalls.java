package io.racedet.runtime;

import io.racedet.runtime.memory.Aspects;
import io.racedet.runtime.memory.Layout;
import io.racedet.runtime.memory.OpCodes;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * What woven code calls around reads and writes by {@link Field}. No stripe is held during the
 * call, as it may initialise a class: a data access is ordered among others as of the beginning of
 * the call.
 */
public final class ReflectiveCalls {
  private ReflectiveCalls() {}

  /**
   * Comes before the call.
   *
   * @param field the field
   * @param owner the object, or anything for a static field
   * @param write whether it is going to be written
   * @param data whether data accesses of the caller are recorded
   * @param site the call
   */
  public static void before(Field field, Object owner, boolean write, boolean data, int site) {
    Session s = Hooks.session;
    ThreadBuffer b = s == null || !isAccessible(field, owner) ? null : s.buffer();
    if (b == null) {
      return;
    }
    Object of = Modifier.isStatic(field.getModifiers()) ? null : owner;
    int key = (int) AtomicCalls.variable(b, field);
    boolean isVolatile = Modifier.isVolatile(field.getModifiers());
    if (isVolatile && write) {
      s.syncPoint(b);
      s.sync(b, OpCodes.SYNC_WRITE, Aspects.FIELD, of, key, site);
    } else if (!isVolatile && data) {
      int op = write ? OpCodes.WRITE : OpCodes.READ;
      Hooks.after(s.access(b, Layout.FIELD_WITH_OP + op, of, key, site));
    }
  }

  /**
   * Comes after a call that reads.
   *
   * @param field the field
   * @param owner the object, or anything for a static field
   * @param site the call
   */
  public static void after(Field field, Object owner, int site) {
    Session s = Hooks.session;
    if (s == null || !Modifier.isVolatile(field.getModifiers())) {
      return;
    }
    ThreadBuffer b = s.buffer();
    if (b != null) {
      Object of = Modifier.isStatic(field.getModifiers()) ? null : owner;
      int key = (int) AtomicCalls.variable(b, field);
      s.sync(b, OpCodes.SYNC_READ, Aspects.FIELD, of, key, site);
    }
  }

  /* Final fields are frozen: the memory model does not cover writing one by reflection. */
  private static boolean isAccessible(Field field, Object owner) {
    return field != null
        && !Modifier.isFinal(field.getModifiers())
        && (Modifier.isStatic(field.getModifiers()) || field.getDeclaringClass().isInstance(owner));
  }
}
