package io.racedet.junit.record.sites;

import io.racedet.runtime.calls.ReferenceWeaver;

/**
 * The classes by which the JVM and woven code call lambdas and referenced methods. They have no
 * source, and their names may have addresses, so they are in no report.
 */
public final class ReferenceClasses {
  private ReferenceClasses() {}

  /** Whether a class, by its name, is one. */
  public static boolean contains(String className) {
    return className.contains(ReferenceWeaver.LAMBDA) || className.contains(ReferenceWeaver.MARK);
  }
}
