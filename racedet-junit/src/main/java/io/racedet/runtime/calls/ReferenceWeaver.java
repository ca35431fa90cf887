package io.racedet.runtime.calls;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Weaves the calls that method references make: {@code random::nextInt} calls the method without an
 * instruction of its class. Implemented by the agent.
 */
public interface ReferenceWeaver {
  /** The name of the method that {@link #bridge} defines. */
  String BRIDGE = "call";

  /** Part of the names of these classes, which are not woven themselves. */
  String MARK = "$$RacedetReference";

  /** Part of the names of the classes by which the JVM calls lambdas and method references. */
  String LAMBDA = "$$Lambda";

  /**
   * Defines a class with a static method that makes the call between the hooks of woven code.
   *
   * @param treatment how the call is treated, as the agent numbers it
   * @throws IllegalAccessException if the class cannot be defined beside the caller
   */
  Class<?> bridge(
      MethodHandles.Lookup caller, MethodHandle method, MethodType type, int site, int treatment)
      throws IllegalAccessException;
}
