package io.racedet.junit.agent.scope;

import java.util.List;

/**
 * A class and where it comes from, with the scopes that are known not to contain it: each is asked
 * once. Thread-safe.
 */
public final class PlacedClass {
  private final String name;
  private final String className;
  private final ClassOrigin origin;

  /* How many of the scopes, in their order. Threads that ask at the same time may set it back:
   * what it says stays true. */
  private volatile int outOf;

  PlacedClass(String name, ClassOrigin origin) {
    this.name = name;
    this.className = name.replace('/', '.');
    this.origin = origin;
  }

  /** The internal name of the class. */
  public String name() {
    return name;
  }

  /**
   * Whether one of the scopes contains the class.
   *
   * @param scopes those of the last call, which may be followed by others
   */
  boolean isInOneOf(List<Scope> scopes) {
    int next = outOf;
    while (next < scopes.size() && !scopes.get(next).contains(className, origin)) {
      next++;
    }
    outOf = next;
    return next < scopes.size();
  }
}
