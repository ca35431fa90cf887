package io.racedet.junit.record.merge;

import io.racedet.runtime.RawTrace;
import java.util.HashMap;
import java.util.Map;

/**
 * Names of objects, by class and number. Objects are numbered when first named, for the whole
 * trace.
 */
public final class ObjectNames {
  private final RawTrace raw;
  private final Map<Long, String> names = new HashMap<>();
  private final Map<Class<?>, Integer> counts = new HashMap<>();

  public ObjectNames(RawTrace raw) {
    this.raw = raw;
  }

  public String of(long object) {
    return names.computeIfAbsent(object, this::name);
  }

  private String name(long object) {
    Class<?> type = raw.typeOf(object);
    if (type == null) {
      return "object " + object;
    }
    if (raw.isClass(object)) {
      return simpleName(type) + ".class";
    }
    return simpleName(type) + '@' + counts.merge(type, 1, Integer::sum);
  }

  static String simpleName(Class<?> type) {
    return type.isArray() ? simpleName(type.getComponentType()) + "[]" : simpleName(type.getName());
  }

  static String simpleName(String className) {
    return className.substring(className.lastIndexOf('.') + 1).replace('$', '.');
  }
}
