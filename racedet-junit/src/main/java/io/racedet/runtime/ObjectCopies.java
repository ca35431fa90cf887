package io.racedet.runtime;

import io.racedet.runtime.calls.CallKinds;
import io.racedet.runtime.calls.CopiedFields;
import io.racedet.runtime.calls.KnownFields;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import java.io.Serializable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What is called around {@code clone} of the JDK, which reads all fields of an object, and by the
 * serialization of the JDK. What they write is known to no other thread yet.
 *
 * <p>The plain reads of a clone are recorded before it, so whether it has seen the value of a
 * racing write is not exact. What it reads of volatile fields is known after it.
 */
public final class ObjectCopies {
  private static final int READ = Layout.FIELD_WITH_OP + OpCodes.READ;
  private static final String CONCURRENT = "java.util.concurrent.";

  private ObjectCopies() {}

  /* ---- clones ---- */

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
    CopiedFields fields = cloned(b, object, byClass);
    read(b, READ, object, fields.plain, site);
    read(b, Layout.FINAL_FIELD, object, fields.finals, site);
  }

  /** Called after it. The copy has its final fields when others get to know it. */
  public static void cloned(Object object, Object copy, boolean byClass, int site) {
    ThreadBuffer b = Registry.buffer();
    if (b == null || object.getClass().isArray()) {
      return;
    }
    CopiedFields fields = cloned(b, object, byClass);
    readVolatiles(b, object, fields.volatiles, site);
    if (fields.finals.length > 0 && copy != null) {
      DataHooks.freeze(copy, site);
    }
  }

  private static CopiedFields cloned(ThreadBuffer b, Object object, boolean byClass) {
    int way = byClass ? KnownFields.CLONED_BY_CLASS : KnownFields.CLONED;
    return b.fieldsOf(object.getClass(), way);
  }

  private static void read(ThreadBuffer b, int kind, Object object, int[] fields, int site) {
    for (int i = 0; i < fields.length; i++) {
      DataHooks.after(b.session.access(b, kind, object, fields[i], site));
    }
  }

  private static void readVolatiles(ThreadBuffer b, Object object, int[] fields, int site) {
    for (int i = 0; i < fields.length; i++) {
      b.session.sync(b, OpCodes.SYNC_READ, Aspects.FIELD, object, fields[i], site);
    }
  }

  /* ---- serialization ---- */

  /**
   * Called after fields have been read that a class declares, or null: either those of reference
   * types or the others.
   */
  public static void serialized(Object object, Class<?> declarer, boolean references) {
    ThreadBuffer b = object == null || declarer == null ? null : ModelledCalls.buffer(false);
    int site = b == null || b.calls.isUp() ? Layout.NONE : b.calls.accessSite();
    if (site != Layout.NONE) {
      CopiedFields fields =
          b.fieldsOf(
              declarer,
              references ? KnownFields.SERIALIZED_REFERENCES : KnownFields.SERIALIZED_PRIMITIVES);
      read(b, READ, object, fields.plain, site);
      read(b, Layout.FINAL_FIELD, object, fields.finals, site);
      readVolatiles(b, object, fields.volatiles, site);
    }
  }

  /** Called before an object, and all that it leads to, is written. */
  public static void conceal(Object object) {
    ThreadBuffer b = ModelledCalls.buffer(false);
    if (b != null && isConcealed(b, object)) {
      b.calls.beginForeign();
    }
  }

  /** Called after it, also when it has failed. */
  public static void reveal(Object object) {
    ThreadBuffer b = ModelledCalls.buffer(false);
    if (b != null && isConcealed(b, object)) {
      b.calls.endForeign();
    }
  }

  /* Threads may hand over, in an object of the JDK, what it leads to. Serialization looks at its
   * fields, so the model says only of some what orders that. */
  private static boolean isConcealed(ThreadBuffer b, Object object) {
    Class<?> type = object.getClass();
    while (type != null && b.kindOf(type) == CallKinds.BY_METHOD) {
      type = type.getSuperclass();
    }
    if (type == null
        || !Serializable.class.isAssignableFrom(type)
        || type == ConcurrentHashMap.class
        || type == CopyOnWriteArrayList.class) {
      return false;
    }
    int kind = b.kindOf(type);
    boolean isKnown =
        kind == CallKinds.KNOWN || kind == CallKinds.PURE || kind == CallKinds.MUTABLE;
    return !isKnown || object instanceof Throwable || type.getName().startsWith(CONCURRENT);
  }
}
