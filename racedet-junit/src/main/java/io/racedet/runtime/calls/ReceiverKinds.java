package io.racedet.runtime.calls;

/**
 * What is known of the calls on objects, by their classes: a cache for one thread. The hooks of the
 * thread must be switched off while a kind is determined.
 */
public final class ReceiverKinds {
  private static final int SIZE = 64;

  /** The site of the entries that hold for all calls on the objects of a class. */
  private static final int ANY_SITE = -1;

  private final Class<?>[] classes = new Class<?>[SIZE];
  private final int[] sites = new int[SIZE];
  private final byte[] kinds = new byte[SIZE];

  private static int slot(Class<?> type, int site) {
    return System.identityHashCode(type) + 31 * site & SIZE - 1;
  }

  /** The kind of all calls on objects of a class, or -1 if it is to be determined. */
  public int find(Class<?> type) {
    return find(type, ANY_SITE);
  }

  /** The kind of a call, or -1 if it is to be determined. */
  public int find(Class<?> type, int site) {
    int at = slot(type, site);
    return classes[at] == type && sites[at] == site ? kinds[at] : -1;
  }

  /** Determines the kind of all calls on objects of a class. */
  public int determine(Class<?> type, CallKinds rules) {
    return keep(type, ANY_SITE, rules.of(type));
  }

  /** Determines the kind of a call of a method that the class may inherit from the JDK. */
  public int determine(Class<?> type, int site, String method, InheritedKinds inherited) {
    return keep(type, site, inherited.of(type, method));
  }

  /**
   * Determines whether a call requests a monitor first, which is the kind 1, else 0: a call of
   * which this matters has no other kind. Of a static method, the answer may change while the class
   * is initialised.
   */
  public int determineFirst(Class<?> type, int site, String method, SynchronizedMethods methods) {
    boolean asks = methods != null && methods.askFirst(type, method);
    return keep(type, site, asks ? 1 : 0);
  }

  private int keep(Class<?> type, int site, int kind) {
    int at = slot(type, site);
    classes[at] = type;
    sites[at] = site;
    kinds[at] = (byte) kind;
    return kind;
  }
}
