package io.racedet.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Finds the fields that code addresses by their offsets, and their ids. A class is searched once;
 * what is known of it goes when the class goes. Thread-safe.
 */
public final class FieldIds {
  /** A field and its place in its objects, or in the statics of its class. */
  static final class Located {
    private final Field field;
    private final long offset;
    final boolean isVolatile;
    private int id = Layout.NONE;

    Located(Field field, long offset) {
      this.field = field;
      this.offset = offset;
      this.isVolatile = Modifier.isVolatile(field.getModifiers());
    }

    /* Every thread that asks gets the same answer, so it does not matter whose is kept. */
    int id() {
      int known = id;
      if (known == Layout.NONE) {
        known = numbering.applyAsInt(field);
        id = known;
      }
      return known;
    }
  }

  private static final ClassValue<Located[]> INSTANCE_FIELDS = fields(false);
  private static final ClassValue<Located[]> STATIC_FIELDS = fields(true);

  private static Offsets offsets;
  private static volatile ToIntFunction<Field> numbering = field -> Layout.NONE;

  private FieldIds() {}

  /**
   * Says how to number fields as woven code does; before the first recording.
   *
   * @param ids gives the id of a field, always the same
   */
  public static void numbering(ToIntFunction<Field> ids) {
    numbering = ids;
  }

  private static ClassValue<Located[]> fields(boolean statics) {
    return new ClassValue<>() {
      @Override
      protected Located[] computeValue(Class<?> type) {
        List<Located> found = new ArrayList<>();
        for (Class<?> c = type; c != null; c = statics ? null : c.getSuperclass()) {
          for (Field field : c.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) == statics) {
              found.add(new Located(field, offsets().of(field)));
            }
          }
        }
        return found.toArray(new Located[0]);
      }
    };
  }

  /** The instance field at an offset of objects of a class, or null. */
  static Located at(Class<?> type, long offset) {
    return find(INSTANCE_FIELDS.get(type), offset);
  }

  /** The static field at an offset of the statics of a class, or null. */
  static Located staticAt(Class<?> type, long offset) {
    return find(STATIC_FIELDS.get(type), offset);
  }

  private static Located find(Located[] fields, long offset) {
    for (Located field : fields) {
      if (field.offset == offset) {
        return field;
      }
    }
    return null;
  }

  /** The field of that name that a class declares, or null. */
  static Located named(Class<?> type, String name, boolean isStatic) {
    ClassValue<Located[]> fields = isStatic ? STATIC_FIELDS : INSTANCE_FIELDS;
    for (Located candidate : fields.get(type)) {
      if (candidate.field.getDeclaringClass() == type && candidate.field.getName().equals(name)) {
        return candidate;
      }
    }
    return null;
  }

  /** Index of the element at an offset of an array, or a negative number. */
  static int indexAt(Object array, long offset) {
    return offsets().index(array.getClass(), offset);
  }

  private static synchronized Offsets offsets() {
    if (offsets == null) {
      offsets = new Offsets();
    }
    return offsets;
  }

  /** Asks the JDK's own Unsafe, whose package the agent exports to this one. */
  private static final class Offsets {
    private static final String UNSAFE = "jdk.internal.misc.Unsafe";

    private final Object unsafe;
    private final Method ofField;
    private final Method ofStatic;
    private final Method arrayBase;
    private final Method arrayScale;

    Offsets() {
      try {
        Class<?> type = Class.forName(UNSAFE);
        unsafe = type.getMethod("getUnsafe").invoke(null);
        ofField = type.getMethod("objectFieldOffset", Field.class);
        ofStatic = type.getMethod("staticFieldOffset", Field.class);
        arrayBase = type.getMethod("arrayBaseOffset", Class.class);
        arrayScale = type.getMethod("arrayIndexScale", Class.class);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("the offsets of fields cannot be asked for", e);
      }
    }

    long of(Field field) {
      return call(Modifier.isStatic(field.getModifiers()) ? ofStatic : ofField, field);
    }

    int index(Class<?> array, long offset) {
      long bytes = offset - call(arrayBase, array);
      long scale = call(arrayScale, array);
      return bytes < 0 || bytes % scale != 0 ? -1 : (int) (bytes / scale);
    }

    private long call(Method method, Object argument) {
      try {
        return ((Number) method.invoke(unsafe, argument)).longValue();
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(method.getName() + " of " + argument, e);
      }
    }
  }
}
