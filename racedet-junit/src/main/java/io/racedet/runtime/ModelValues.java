package io.racedet.runtime;

import java.util.Map;

/** Values and conditions of the model. Computed by calls, since woven code must not branch. */
public final class ModelValues {
  private ModelValues() {}

  /**
   * Returns the value of an entry.
   *
   * @param entry an entry of a map of the JDK, or null
   * @return its value, or null
   */
  public static Object valueOf(Object entry) {
    return Hooks.session != null && entry instanceof Map.Entry<?, ?> e ? e.getValue() : null;
  }

  /**
   * Negates a condition.
   *
   * @param value a condition
   * @return its opposite
   */
  public static boolean not(boolean value) {
    return !value;
  }

  /**
   * Returns whether a number is not zero.
   *
   * @param value a result
   * @return true if it is
   */
  public static boolean isSet(int value) {
    return value != 0;
  }

  /**
   * Returns whether a number is not zero.
   *
   * @param value a result
   * @return true if it is
   */
  public static boolean isSet(long value) {
    return value != 0;
  }

  /**
   * Returns whether a reference is not null.
   *
   * @param value a result
   * @return true if it is
   */
  public static boolean isSet(Object value) {
    return value != null;
  }

  /**
   * Compares two values.
   *
   * @param a a value
   * @param b another value
   * @return true if they are the same
   */
  public static boolean same(int a, int b) {
    return a == b;
  }

  /**
   * Compares two values.
   *
   * @param a a value
   * @param b another value
   * @return true if they are the same
   */
  public static boolean same(long a, long b) {
    return a == b;
  }

  /**
   * Compares two values.
   *
   * @param a a value
   * @param b another value
   * @return true if they are the same
   */
  public static boolean same(Object a, Object b) {
    return a == b;
  }
}
