package io.racedet.runtime;

import io.racedet.runtime.calls.CopiedFields;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;

/**
 * What woven code calls around {@code clone} of the JDK, which reads all fields of an object. It
 * writes those of the copy too, but before any other thread can know it.
 *
 * <p>The plain reads are recorded before the call, so whether it has seen the value of a racing
 * write is not exact. What it reads of volatile fields is known after it.
 */
public final class ObjectCopies {
  private ObjectCopies() {}

  /**
   * Called before the clone of an object or an array, or of null.
   *
   * @param byClass whether the class of the object decides which method is called
   */
  public static void cloning(Object object, boolean byClass, int site) {
    ThreadBuffer b = object == null ? null : Registry.buffer();
    if (b == null) {
      return;
    }
    if (object.getClass().isArray()) {
      ArrayCopies.cloning(object, site);
      return;
    }
    CopiedFields fields = b.fieldsOf(object.getClass(), byClass);
    read(b, Layout.FINAL_FIELD, object, fields.finals, site);
    read(b, Layout.FIELD_WITH_OP + OpCodes.READ, object, fields.plain, site);
  }

  private static void read(ThreadBuffer b, int kind, Object object, int[] fields, int site) {
    for (int i = 0; i < fields.length; i++) {
      DataHooks.after(b.session.access(b, kind, object, fields[i], site));
    }
  }

  /** Called after it. The copy has its final fields when others get to know it. */
  public static void cloned(Object object, Object copy, boolean byClass, int site) {
    ThreadBuffer b = Registry.buffer();
    if (b == null || object.getClass().isArray()) {
      return;
    }
    CopiedFields fields = b.fieldsOf(object.getClass(), byClass);
    for (int i = 0; i < fields.volatiles.length; i++) {
      b.session.sync(b, OpCodes.SYNC_READ, Aspects.FIELD, object, fields.volatiles[i], site);
    }
    if (fields.finals.length > 0 && copy != null) {
      DataHooks.freeze(copy, site);
    }
  }
}
