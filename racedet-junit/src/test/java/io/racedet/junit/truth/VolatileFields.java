package io.racedet.junit.truth;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the volatile fields of loaded classes, and where they are in their objects. Some plain
 * fields count as volatile, where the JDK promises an order that it does not keep in full.
 */
final class VolatileFields {
  /* Its nodes are linked by atomic actions, and read by plain ones after a fence. */
  private static final String LINKED = "java/util/concurrent/ConcurrentSkipListMap$";

  /*
   * The exception that closes a publisher is read unordered by a subscriber that cancels itself just
   * then; that the close comes before what the subscriber is told is promised.
   */
  private static final String PENDING_ERROR =
      "java/util/concurrent/SubmissionPublisher$BufferedSubscription.pendingError";

  private final Map<String, Optional<Place>> known = new ConcurrentHashMap<>();
  private final ClassLoader loader = VolatileFields.class.getClassLoader();
  private final Object unsafe;
  private final Method fieldOffset;

  /**
   * Where a volatile field is.
   *
   * @param owner the internal name of the class that declares it
   * @param offset its offset, or a number that stands for a static field
   * @param isStatic whether it is static
   */
  record Place(String owner, long offset, boolean isStatic) {}

  VolatileFields() throws ReflectiveOperationException {
    Class<?> type = Class.forName("jdk.internal.misc.Unsafe");
    unsafe = type.getMethod("getUnsafe").invoke(null);
    fieldOffset = type.getMethod("objectFieldOffset", Field.class);
  }

  /** The place of a volatile field, by what an instruction names; null for other fields. */
  Place find(String owner, String name) {
    String key = owner + '.' + name;
    Optional<Place> place = known.get(key);
    if (place == null) {
      place = Optional.ofNullable(resolve(owner, name));
      known.put(key, place);
    }
    return place.orElse(null);
  }

  private Place resolve(String owner, String name) {
    if (owner.startsWith("[") || owner.startsWith("io/racedet/runtime")) {
      return null;
    }
    try {
      Class<?> type = Class.forName(owner.replace('/', '.'), false, loader);
      for (; type != null; type = type.getSuperclass()) {
        for (Field field : type.getDeclaredFields()) {
          if (field.getName().equals(name)) {
            return place(field);
          }
        }
      }
      return null;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private Place place(Field field) throws ReflectiveOperationException {
    String owner = field.getDeclaringClass().getName().replace('.', '/');
    int modifiers = field.getModifiers();
    boolean linked = owner.startsWith(LINKED) && !Modifier.isFinal(modifiers);
    boolean promised = linked || PENDING_ERROR.equals(owner + '.' + field.getName());
    if (!Modifier.isVolatile(modifiers) && !promised) {
      return null;
    }
    return Modifier.isStatic(modifiers)
        ? new Place(owner, field.getName().hashCode() | 1L << 40, true)
        : new Place(owner, offset(field), false);
  }

  long offset(Field field) throws ReflectiveOperationException {
    return (long) fieldOffset.invoke(unsafe, field);
  }

  /** The offset of the first element of the arrays of a type. */
  long base(Class<?> array) throws ReflectiveOperationException {
    Method method = unsafe.getClass().getMethod("arrayBaseOffset", Class.class);
    return ((Number) method.invoke(unsafe, array)).longValue();
  }

  /** The distance of elements of the arrays of a type. */
  int scale(Class<?> array) throws ReflectiveOperationException {
    return (int) unsafe.getClass().getMethod("arrayIndexScale", Class.class).invoke(unsafe, array);
  }
}
