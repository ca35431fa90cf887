package io.racedet.runtime.calls;

import java.util.Enumeration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;

/**
 * How calls of code that is not recorded are treated, by rules for packages, classes and methods:
 * the most specific rule decides. Without a rule, code of the JDK is {@link #UNKNOWN}. Exceptions
 * are known unless they have a rule of their own, and what has a position in something else, an
 * iterator, is at least {@link #MUTABLE}. Thread-safe.
 */
public final class CallKinds {
  /**
   * Nothing is known: the calls on one object are ordered with each other, and critical sections
   * with such calls are not exchanged.
   */
  public static final int UNKNOWN = 0;

  /** What the call does is recorded: by the model, or since the class is woven itself. */
  public static final int KNOWN = 1;

  /**
   * The call hands nothing over from one thread to another. What it does inside is not recorded.
   */
  public static final int PURE = 2;

  /**
   * The call orders nothing, but its result may depend on earlier calls on the same object:
   * critical sections with such calls are not exchanged.
   */
  public static final int STATEFUL = 3;

  /** As {@link #STATEFUL}, but what the call does inside is recorded. */
  public static final int SYNCHRONISED = 4;

  /**
   * As {@link #SYNCHRONISED}, with a state outside of the object: files, or any data of the
   * program.
   */
  public static final int EXTERNAL = 5;

  /**
   * As {@link #SYNCHRONISED} for calls on an object, and {@link #KNOWN} for static calls and
   * constructors: what holds for classes of which nothing is said.
   */
  public static final int MUTABLE = 6;

  /** Of objects that are not of the JDK: what their class inherits from it decides. */
  public static final int BY_METHOD = 7;

  /** Represents the state of all {@link #EXTERNAL} calls. */
  public static final Object OUTSIDE = new Object();

  private static final Set<Class<?>> VALUES =
      Set.of(
          Boolean.class,
          Byte.class,
          Character.class,
          Class.class,
          Double.class,
          Float.class,
          Integer.class,
          Long.class,
          Short.class,
          String.class);

  private static final String METHOD = "#";
  private static final String ALL_BELOW = ".*";

  /* Neither a boxed number nor a record: the runtime has no boxing and no dynamic calls. */
  private static final class Rule {
    final int kind;

    Rule(int kind) {
      this.kind = kind;
    }
  }

  private final Map<String, Rule> rules = new HashMap<>();

  private volatile KnownKinds known = new KnownKinds();

  /**
   * Adds a rule for {@code pkg.*}, {@code pkg.Name} with all nested in it, or {@code
   * pkg.Name#method}; one for the same name that was added before has precedence.
   */
  public synchronized void add(String name, int kind) {
    rules.putIfAbsent(name, new Rule(kind));
    known = new KnownKinds();
  }

  /** Adds a rule in place of any for the same name: what a user says has precedence. */
  public synchronized void replace(String name, int kind) {
    rules.put(name, new Rule(kind));
    known = new KnownKinds();
  }

  /** What has been determined since a rule was added. */
  KnownKinds known() {
    return known;
  }

  /** The kind of the calls of a method; {@link #UNKNOWN} without a rule. */
  public synchronized int of(String className, String method) {
    Rule rule = rules.get(className.concat(METHOD).concat(method));
    return rule != null ? rule.kind : of(className);
  }

  private synchronized int of(String className) {
    Rule rule = rules.get(className);
    for (int end = className.lastIndexOf('$');
        rule == null && end > 0;
        end = className.lastIndexOf('$', end - 1)) {
      rule = rules.get(className.substring(0, end));
    }
    if (rule == null && (className.endsWith("Exception") || className.endsWith("Error"))) {
      return KNOWN;
    }
    for (int end = className.lastIndexOf('.');
        rule == null && end > 0;
        end = className.lastIndexOf('.', end - 1)) {
      rule = rules.get(className.substring(0, end).concat(ALL_BELOW));
    }
    return rule == null ? UNKNOWN : rule.kind;
  }

  /**
   * The kind of the calls on objects of a class: {@link #PURE} if they have no state that can
   * change, {@link #KNOWN} for arrays, {@link #BY_METHOD} for other classes that are not of the
   * JDK.
   */
  public int of(Class<?> type) {
    if (isValue(type)) {
      return PURE;
    }
    ClassLoader loader = type.getClassLoader();
    if (type.isArray()) {
      return KNOWN;
    }
    if (loader != null && loader != ClassLoader.getPlatformClassLoader()) {
      return BY_METHOD;
    }
    String name = type.getName();
    int lambda = name.indexOf(ReferenceWeaver.LAMBDA);
    int kind = of(lambda < 0 ? name : name.substring(0, lambda));
    boolean stateless = kind == KNOWN || kind == PURE;
    return stateless && isCursor(type) && !hasRule(name) ? MUTABLE : kind;
  }

  private synchronized boolean hasRule(String className) {
    return rules.containsKey(className);
  }

  /* Its position is a state of its own, whatever it belongs to. */
  private static boolean isCursor(Class<?> type) {
    return Iterator.class.isAssignableFrom(type)
        || Spliterator.class.isAssignableFrom(type)
        || Enumeration.class.isAssignableFrom(type);
  }

  private static boolean isValue(Class<?> type) {
    return Enum.class.isAssignableFrom(type)
        || VALUES.contains(type)
        || type.isHidden() && type.getDeclaredFields().length == 0;
  }
}
