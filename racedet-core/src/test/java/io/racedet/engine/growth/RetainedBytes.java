package io.racedet.engine.growth;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Counts the bytes of all objects that an object refers to, about as the JVM lays them out. */
public final class RetainedBytes {
  private static final int HEADER = 16;
  private static final int REFERENCE = 4;
  private static final int NODE = 32; // of a hash table of the JDK
  private static final int WORD = 8;

  private final Object[] foreign;
  private final Map<Class<?>, Field[]> references = new HashMap<>();
  private final Map<Class<?>, Integer> sizes = new HashMap<>();

  /**
   * Creates a counter.
   *
   * @param foreign what is not counted, nor what only it refers to
   */
  public RetainedBytes(Object... foreign) {
    this.foreign = foreign;
  }

  /**
   * Counts.
   *
   * @param root an object
   * @return the bytes of what it refers to, directly or not; static fields are left out
   */
  public long of(Object root) {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Collections.addAll(seen, foreign);
    Deque<Object> open = new ArrayDeque<>();
    offer(root, seen, open);
    long bytes = 0;
    while (!open.isEmpty()) {
      bytes += visit(open.pop(), seen, open);
    }
    return bytes;
  }

  private static void offer(Object object, Set<Object> seen, Deque<Object> open) {
    if (object != null && seen.add(object)) {
      open.push(object);
    }
  }

  private long visit(Object object, Set<Object> seen, Deque<Object> open) {
    Class<?> type = object.getClass();
    if (type.isArray()) {
      if (object instanceof Object[] array) {
        for (Object element : array) {
          offer(element, seen, open);
        }
      }
      return HEADER + (long) Array.getLength(object) * width(type.getComponentType());
    }
    if (object instanceof Enum<?> || object instanceof Class<?> || object instanceof String) {
      return 0;
    }
    if (type.getName().startsWith("java.")) {
      return visitOfTheJdk(object, seen, open);
    }
    for (Field field : references.computeIfAbsent(type, RetainedBytes::references)) {
      offer(value(field, object), seen, open);
    }
    return sizes.computeIfAbsent(type, RetainedBytes::size);
  }

  private static long visitOfTheJdk(Object object, Set<Object> seen, Deque<Object> open) {
    if (object instanceof Collection<?> elements) {
      elements.forEach(element -> offer(element, seen, open));
      return HEADER + (long) NODE * elements.size();
    }
    if (object instanceof Map<?, ?> map) {
      map.keySet().forEach(key -> offer(key, seen, open));
      map.values().forEach(value -> offer(value, seen, open));
      return HEADER + (long) NODE * map.size();
    }
    if (object instanceof BitSet bits) {
      return HEADER + bits.size() / Byte.SIZE;
    }
    if (object instanceof Number) {
      return HEADER;
    }
    throw new IllegalStateException("not counted: " + object.getClass());
  }

  private static Object value(Field field, Object object) {
    try {
      return field.get(object);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Field[] references(Class<?> type) {
    return fields(type)
        .filter(field -> !field.getType().isPrimitive())
        .peek(field -> field.setAccessible(true))
        .toArray(Field[]::new);
  }

  private static int size(Class<?> type) {
    return HEADER + fields(type).mapToInt(field -> width(field.getType())).sum();
  }

  private static Stream<Field> fields(Class<?> type) {
    return Stream.<Class<?>>iterate(
            type, each -> each != null && each != Object.class, Class::getSuperclass)
        .flatMap(each -> Stream.of(each.getDeclaredFields()))
        .filter(field -> !Modifier.isStatic(field.getModifiers()));
  }

  private static int width(Class<?> type) {
    if (!type.isPrimitive()) {
      return REFERENCE;
    }
    if (type == long.class || type == double.class) {
      return WORD;
    }
    return type == int.class || type == float.class ? WORD / 2 : 2;
  }
}
