package io.racedet.junit.record.merge;

import io.racedet.runtime.RawTrace;
import io.racedet.runtime.log.Bins;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of objects, by class and number. Objects are numbered when first named, for the whole
 * trace, and all that have the same class in their names are numbered together. What is inside of a
 * synchroniser of the JDK has the name of that: {@code ReentrantLock@1}.
 */
public final class ObjectNames {
  private static final int MAX_KEY = 40;
  private static final String JDK = "java.util.concurrent.";

  /** A class of the JDK that stands for another one, with that. */
  private static final Pattern INSIDE =
      Pattern.compile("(.+)\\.(?:(?:Nonfair|Fair)?Sync|Signaller|QNode)");

  private static final Pattern CONDITION =
      Pattern.compile("AbstractQueued(?:Long)?Synchronizer\\.ConditionObject");

  private final RawTrace raw;
  private final Map<Long, String> names = new HashMap<>();
  private final Map<String, Integer> counts = new HashMap<>(); // by the class as it is named
  private final Map<String, String> unrecorded = new HashMap<>();

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

  /**
   * The name of an object of which the class and the identity hash are known: of one that is not in
   * the recording another one than of those that are.
   */
  public String of(String className, int identityHash) {
    long object = raw.numberOf(className, identityHash);
    return object != 0
        ? of(object)
        : unrecorded.computeIfAbsent(
            className + '@' + identityHash, unseen -> numbered(named(className)));
  }

  /** Whether the name of an object has the class that the name of one of another class has. */
  public boolean isOf(long object, String className) {
    Class<?> type = raw.typeOf(object);
    return type != null && named(type.getName()).equals(named(className));
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
    return numbered(type.isArray() ? simpleName(type) : named(type.getName()));
  }

  private String numbered(String type) {
    return type + '@' + counts.merge(type, 1, Integer::sum);
  }

  /** The class that the name of an object has. */
  public static String named(String className) {
    String simple = simpleName(className);
    if (!className.startsWith(JDK)) {
      return simple;
    }
    Matcher inside = INSIDE.matcher(simple);
    return inside.matches()
        ? inside.group(1)
        : CONDITION.matcher(simple).matches() ? "Condition" : simple;
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
