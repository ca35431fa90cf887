package io.racedet.runtime.calls;

/**
 * What is known of the calls on objects, by their classes: a cache for one thread, of what all
 * threads have determined. The hooks of the thread must be switched off while a kind is determined.
 */
public final class ReceiverKinds {
  private static final int SIZE = 256;

  /** The site of the entries that hold for all calls on the objects of a class. */
  private static final int ANY_SITE = -1;

  /** Marks the site of the entries that tell whether a call requests a monitor first. */
  private static final int FIRST = 1 << 30;

  private final Class<?>[] classes = new Class<?>[SIZE];
  private final int[] sites = new int[SIZE];
  private final byte[] kinds = new byte[SIZE];
  private final CallKinds rules;

  /** Starts with what other threads have determined by some rules. */
  public ReceiverKinds(CallKinds rules) {
    this.rules = rules;
  }

  private static int slot(Class<?> type, int site) {
    return System.identityHashCode(type) + 31 * site & SIZE - 1;
  }

  /** The kind of all calls on objects of a class, or -1 if it is to be determined. */
  public int find(Class<?> type) {
    return find(type, ANY_SITE);
  }

  /** The kind of a call, or -1 if it is to be determined. */
  public int find(Class<?> type, int site) {
    int kind = findHere(type, site);
    return kind < 0 ? findOfOthers(type, site) : kind;
  }

  private int findHere(Class<?> type, int site) {
    int at = slot(type, site);
    return classes[at] == type && sites[at] == site ? kinds[at] : -1;
  }

  private int findOfOthers(Class<?> type, int site) {
    int kind = rules.known().find(type, site);
    return kind < 0 ? kind : keep(type, site, kind);
  }

  /** Determines the kind of all calls on objects of a class. */
  public int determine(Class<?> type) {
    KnownKinds known = rules.known(); // first: a rule may be added meanwhile
    int kind = rules.of(type);
    known.keep(type, ANY_SITE, kind);
    return keep(type, ANY_SITE, kind);
  }

  /** Determines the kind of a call of a method that the class may inherit from the JDK. */
  public int determine(Class<?> type, int site, String method, InheritedKinds inherited) {
    KnownKinds known = rules.known();
    int kind = inherited.of(type, method);
    known.keep(type, site, kind);
    return keep(type, site, kind);
  }

  /** Whether a call requests a monitor first: 1 or 0, or -1 if that is to be determined. */
  public int findFirst(Class<?> type, int site) {
    return findHere(type, site | FIRST);
  }

  /**
   * Determines whether a call requests a monitor first. Of a static method, the answer may change
   * while the class is initialised.
   */
  public int determineFirst(Class<?> type, int site, String method, SynchronizedMethods methods) {
    boolean asks = methods != null && methods.askFirst(type, method);
    return keep(type, site | FIRST, asks ? 1 : 0);
  }

  /** Keeps the kind of a call for this thread, and returns it. */
  public int keep(Class<?> type, int site, int kind) {
    int at = slot(type, site);
    classes[at] = type;
    sites[at] = site;
    kinds[at] = (byte) kind;
    return kind;
  }
}
