package io.racedet.junit.record.merge;

import io.racedet.runtime.RawTrace;
import io.racedet.runtime.log.Bins;
import java.util.HashMap;
import java.util.Map;

/**
 * Names of objects, by class and number. Objects are numbered when first named, for the whole
 * trace.
 */
public final class ObjectNames {
  private static final int MAX_KEY = 40;

  private final RawTrace raw;
  private final Map<Long, String> names = new HashMap<>();
  private final Map<Class<?>, Integer> counts = new HashMap<>();

  public ObjectNames(RawTrace raw) {
    this.raw = raw;
  }

  public String of(long object) {
    String known = names.get(object);
    if (known == null) { // not by computeIfAbsent: the name of a bin has others in it
      known = name(object);
      names.put(object, known);
    }
    return known;
  }

  private String name(long object) {
    if (Bins.contain(object)) {
      return bin(object);
    }
    Class<?> type = raw.typeOf(object);
    if (type == null) {
      return "object " + object;
    }
    if (raw.isClass(object)) {
      return simpleName(type) + ".class";
    }
    return simpleName(type) + '@' + counts.merge(type, 1, Integer::sum);
  }

  private String bin(long bin) {
    Object value = raw.valueOfKey(bin);
    long key = raw.objectOfKey(bin);
    String map = of(Bins.mapOf(bin));
    if (value == null && key == 0) {
      return "a bin of " + map;
    }
    return "the bin of key " + (value == null ? of(key) : text(value)) + " in " + map;
  }

  private static String text(Object value) {
    String text = String.valueOf(value);
    String shown = text.length() > MAX_KEY ? text.substring(0, MAX_KEY) + "..." : text;
    return value instanceof String ? '"' + shown.replaceAll("\\s", " ") + '"' : shown;
  }

  /** The class in which a class is nested, or itself. */
  static String outermost(String className) {
    int nested = className.indexOf('$');
    return nested > 0 ? className.substring(0, nested) : className;
  }

  static String simpleName(Class<?> type) {
    return type.isArray() ? simpleName(type.getComponentType()) + "[]" : simpleName(type.getName());
  }

  static String simpleName(String className) {
    return className.substring(className.lastIndexOf('.') + 1).replace('$', '.');
  }
}
